import type { LegalSection } from './legal-section.ts';

/** Raise this whenever the text below changes. */
export const termsVersion = '1.5';

/** The terms of use. */
export const terms: readonly LegalSection[] = [
  {
    heading: 'What this service is',
    body: [
      'This site shows cryptocurrency market data and helps you keep watchlists, portfolios and price alerts. It does not hold coins or money, does not trade for you, and gives no advice on what to buy or sell.',
    ],
  },
  {
    heading: 'Prices',
    body: [
      'Prices come from a third-party data provider and are refreshed at intervals. Each is shown with its age and source; prices that are simulated, stale or being checked are marked. Prices can still be wrong or late. Check the price where you trade before you act on it.',
    ],
  },
  {
    heading: 'Alerts',
    body: [
      'An alert is checked against every quote we accept and fires at most once per crossing; every firing is kept in your history for 400 days, unless 100,000 newer ones follow. Delivery by email or push depends on third parties and may be late or fail. Don’t use an alert in place of a stop order, or where a missed message would cost you more than you can afford.',
    ],
  },
  {
    heading: 'Your account',
    body: [
      'You need an email address of your own. Anyone who can read your mailbox can sign in, so keep it safe. Don’t use the service to harm others, don’t try to break into it, and don’t take its data in bulk in ways that hinder other users. We may close accounts that do.',
      'What you enter remains yours. You can export and delete it at any time on your account page.',
    ],
  },
  {
    heading: 'Plans',
    body: [
      'The prices and limits of the plans are on the pricing page. You pay for a plan in advance through Stripe, monthly or yearly, and it renews automatically until you cancel. You can cancel at any time on your account page: you keep the plan until the end of the paid period and are not charged again.',
      'If a payment fails, Stripe retries it for a while, and your plan continues meanwhile. If the payment for the current period is refunded in full, or your bank takes it back for good, the plan ends at once. When you change plans, Stripe shows what is due before you confirm. Deleting your account ends the subscription at once, without a refund for the remaining time; cancel first if you want to use it.',
      'If this server is not set up for payments, nothing can be bought and nobody is charged. When a plan ends, we delete nothing of yours: you can still see and remove what exceeds the limits of the free plan, but not add to it.',
    ],
  },
  {
    heading: 'Links',
    body: ['Some links lead to other sites. We are not responsible for their content.'],
  },
  {
    heading: 'Liability',
    body: [
      'The service is provided as it is, without any promise that it is always available or free of errors. As far as the law allows, we are not liable for losses that come from trading decisions, from wrong or late prices, or from alerts that were not delivered.',
    ],
  },
  {
    heading: 'Changes',
    body: [
      'When these terms change, so does the version at the top. If you don’t agree with a change, you can delete your account at any time.',
    ],
  },
];
