import type { LegalSection } from './legal-text.ts';

/** Raised whenever the text below changes. */
export const privacyVersion = '1.2';

/** What this software stores, sends and sets. Every sentence is about what the code does; change both together. */
export const privacy: readonly LegalSection[] = [
  {
    heading: 'In short',
    body: [
      'You can look at everything public without an account, and then nothing about you is kept. If you sign up, we keep what you enter and what is needed to let you in. Nothing is sold, no other company’s scripts run on these pages, and there is no tracking across sites.',
    ],
  },
  {
    heading: 'Without an account',
    body: [
      'Your browser asks our server for pages and prices, and only our server: coin logos, too, come from us. While a request is answered we see its network address. The server’s log holds the time, the page or call asked for, the answer’s status and how long it took. It holds no e-mail addresses, codes, tokens or cookies.',
      'To keep one network from using up the service, we count requests that sign up, sign in or send a message by the first part of the network address. A count is dropped when its time is over, at the latest after a day.',
    ],
  },
  {
    heading: 'If you write to us, or ask for a guide or the newsletter',
    body: [
      'A message of the contact page is kept with the name and address you give, and mailed to our support. If you ask for a guide or the newsletter, we keep your address, what you asked for and where on the site, and when it was mailed, confirmed or ended. The newsletter goes to addresses that have confirmed it and to no others. We count how often each guide is asked for, without addresses.',
      'Messages, and addresses that have not confirmed the newsletter, are dropped a year after they were last heard of. If you unsubscribe, we remember that for as long: no newsletter is sent unless you confirm it anew, and for thirty days no guide, whoever asks for one.',
    ],
  },
  {
    heading: 'With an account',
    body: [
      'We keep, in our database:',
      [
        'your e-mail address, first and last name, plan, and when the account was made, proved and last used',
        'your sessions: when they began and were last seen, and the name by which the browser calls itself',
        'your watchlist, portfolios and holdings with amounts and purchase prices, price alerts with their history, and completed lessons',
        'passkeys you have added: their public part and the name you gave them',
        'where you turn on push messages, the address at your browser’s push service',
        'mails on their way to you, until they are sent',
      ],
      'Codes that sign you in are kept only as keyed hashes, for ten minutes. There are no passwords.',
      'The database is readable by whoever operates this server. It is not encrypted against them.',
    ],
  },
  {
    heading: 'What we send, and to whom',
    body: [
      'Mail goes to the address you gave: codes, notices about your account, alerts you asked for, each with a link that pauses it, and guides and the newsletter if you asked for them, each with a link that ends them. There is no other advertising mail.',
      'Market data comes from CoinGecko. Our server asks for it; CoinGecko learns nothing about you. If you follow a link to another site, that site sees you as any site does.',
      'Nothing can be bought here today, so we ask for no card and no billing data.',
      'Push messages travel through your browser’s push service, encrypted for your browser.',
    ],
  },
  {
    heading: 'What is set in your browser',
    body: [
      'Cookies, all readable by this server only and none for advertising: one that binds your session to this browser, one that names an account you have not proved yet, and short-lived ones for a sign-in under way.',
      'Local storage: “authToken” (your session), “crypto-theme” (light or dark), and entries that begin with “altimeter:” for the live switch, closed hints and the like. Clearing your browser’s data removes all of it.',
    ],
  },
  {
    heading: 'How long',
    body: [
      'An account is kept until you delete it. One that was never proved ends after 30 days without use. A session ends after 14 days without use, and after 30 in any case.',
      'Deleting your account on the account page removes everything listed above from the database at once, with the messages and requests that were left with its address. It may live on in backups the operator keeps, until these are replaced.',
    ],
  },
  {
    heading: 'What you can do',
    body: [
      'On your account page you can see and change what we keep, export all of it as one file, end sessions, and delete the account. For anything else, and for the rights that the law of your country gives you, write to the e-mail address that stands at the foot of every page.',
    ],
  },
];
