import type { LegalSection } from './legal-section.ts';

/** Raised whenever the text below changes. */
export const termsVersion = '1.1';

/** The terms of use. */
export const terms: readonly LegalSection[] = [
  {
    heading: 'What this service is',
    body: [
      'Altimeter shows market data of cryptocurrencies and helps you to keep lists, portfolios and price alerts. It does not hold coins or money, does not trade for you, and gives no advice on what to buy or sell.',
    ],
  },
  {
    heading: 'Prices',
    body: [
      'Prices come from a third-party data provider and are refreshed at intervals. Each is shown with its age and its source; old, doubted and simulated ones are marked as such. They can be wrong or late all the same. Check a price where you trade before you act on it.',
    ],
  },
  {
    heading: 'Alerts',
    body: [
      'An alert is held against every quote we believe and fires at most once for each crossing; every firing is kept in your history. Delivery by e-mail or push depends on others and may be late or fail. Don’t use an alert in place of a stop order, or where a missed message would cost you more than you can bear.',
    ],
  },
  {
    heading: 'Your account',
    body: [
      'You need an e-mail address that is yours. Whoever can read your mailbox can sign in, so keep it safe. Don’t use the service to harm others, to break into it, or to take its data in bulk in ways that hinder other users. We may end accounts that do.',
      'What you enter remains yours. You can export and delete it at any time on your account page.',
    ],
  },
  {
    heading: 'Plans',
    body: [
      'Prices and limits of the plans stand on the pricing page. Paid plans are paid in advance through Stripe, by the month or the year, and renew by themselves until you cancel. You can cancel at any time on your account page: the plan then stays until the end of what is paid, and nothing more is charged.',
      'When a payment fails, Stripe tries it again for a while, and the plan goes on meanwhile. When you change to another plan, Stripe shows what is due before you confirm. Deleting your account ends its subscription at once, without paying back the rest of the time; cancel first if you want to use it up.',
      'Where this server is not set up for payments, nothing can be bought and nobody is charged. When a plan ends, nothing of yours is deleted: what is above the limits of the free plan can be seen and removed, and only adding stops.',
    ],
  },
  {
    heading: 'Links',
    body: ['Some links lead to other sites. We don’t vouch for what is there.'],
  },
  {
    heading: 'Liability',
    body: [
      'The service is provided as it is, with no promise that it is always available or free of errors. As far as the law allows, we are not liable for losses that come from trading decisions, from wrong or late prices, or from alerts that were not delivered.',
    ],
  },
  {
    heading: 'Changes',
    body: [
      'When these terms change, the version at the top changes with them. If you don’t agree with a change, you can end your account at any time.',
    ],
  },
];
