import type { LegalSection } from './legal-section.ts';

/** Raised whenever the text below changes. */
export const privacyVersion = '1.4';

/** What this software stores, sends and sets. Every sentence is about what the code does; change both together. */
export const privacy: readonly LegalSection[] = [
  {
    heading: 'In short',
    body: [
      'You can look at everything public without an account, and then we keep nothing that names you. If you sign up, we keep what you enter and what is needed to let you in. Nothing is sold, no other company’s scripts run on these pages, and there is no tracking across sites.',
    ],
  },
  {
    heading: 'Without an account',
    body: [
      'Your browser asks our server for pages and prices, and only our server: coin logos and the marks of news sources, too, come from us. While a request is answered we see its network address, and don’t write it down. The server’s log tells of starts, ends and faults. Where the operator turns on its most detailed level, it also holds the time, the page or call asked for, the answer’s status and how long it took. It never holds e-mail addresses, codes, tokens, API keys or cookies. What stands between you and this server, such as a proxy of the operator’s, may keep a log of its own.',
      'To keep anyone from using up the service or filling a mailbox, we count requests that sign up, sign in or send a message by the first part of the network address, messages and mails by their e-mail address, and API keys that are made by their account. All of these stand there only as keyed hashes. A count is dropped when its time is over, about a day later at the most.',
    ],
  },
  {
    heading: 'If you write to us, or ask for a guide or the newsletter',
    body: [
      'A message of the contact page is kept with the name, address and subject you give, and mailed to our support. If you ask for a guide or the newsletter, we keep your address, what you asked for and where on the site, and when it was mailed, confirmed or ended. The newsletter goes to addresses that have confirmed it and to no others. We count how often each guide is asked for, without addresses.',
      'Messages, and addresses that have not confirmed the newsletter, are dropped a year after they were last heard of. A confirmed newsletter lasts until you end it. If you unsubscribe, we remember that for a year: no newsletter is sent unless you confirm it anew, and for thirty days no guide, whoever asks for one.',
    ],
  },
  {
    heading: 'With an account',
    body: [
      'We keep, in our database:',
      [
        'your e-mail address, first and last name, plan, and when the account was made, proved and last used',
        'your sessions: when they began, were last seen and last proved, and the name by which the browser calls itself',
        'in which browsers the account was opened: a hash of the cookie that names the browser',
        'your watchlist, portfolios and holdings with amounts and purchase prices, price alerts with your notes and their history, where you want to be told of them, and completed modules',
        'passkeys you have added: their public part, the name you gave them, how often and when they were last used',
        'API keys you have made: the name you gave them, when they were made and last used, and a keyed hash of the key',
        'where you turn on push messages, the address at your browser’s push service and the keys to encrypt for your browser',
        'if you have ever opened a payment page: when you last did, your number as a customer of Stripe’s, which plan is paid, how often, whether the last payment went through, and until when it is paid',
        'mails on their way to you, until they are sent; where no mail server is set up they lie in an inbox that can be read on the server’s own machine alone, for a week after they have lost their use',
      ],
      'While a program uses an API key, the server’s memory counts its calls of the last minute.',
      'Apart from the mail that carries it, a code that signs you in is kept only as a keyed hash, for ten minutes. There are no passwords.',
      'The database is readable by whoever operates this server. It is not encrypted against them.',
    ],
  },
  {
    heading: 'What we send, and to whom',
    body: [
      'Mail goes to the address you gave: codes, notices about your account, and alerts you asked for, each with a link that pauses it. A guide goes to an address for which somebody asked for it, the newsletter only to one that has confirmed it, each with a link that ends it. There is no other advertising mail.',
      'Market data comes from CoinGecko, and headlines from the publishers’ feeds. Our server asks for both, and says nothing of you: where the words of a search are passed on to CoinGecko, it can’t tell whose they are. If you follow a link to another site, that site sees you as any site does.',
      'Ads, which guests and the free plan see, are texts from our own server, picked at random and not by who you are. Nobody learns that you saw one. Only if you follow its link does that site see you, as any site does. We do not count who sees or follows them.',
      'Paid plans are bought at Stripe, where the operator of this server has set that up. When you open a payment page, Stripe gets your e-mail address and the number of your account from us, and later on a new address where you change it. Your card and what else is asked there you give to Stripe alone: we never see it. Stripe tells us which plan is paid and until when. What Stripe does with what you give it stands in its own privacy policy.',
      'Push messages travel through the push service of your browser’s maker, encrypted for your browser. That service sees when one was sent, and not what it says.',
    ],
  },
  {
    heading: 'What is set in your browser',
    body: [
      'Cookies, all readable by this server only and none for advertising: one that binds your session to this browser, for up to 30 days; one that names this browser, so that the accounts opened in it are known again, for up to 400 days; and two for a sign-in under way, for ten minutes at most.',
      'Local storage: “authToken” (your session), “crypto-theme” (light or dark), and entries that begin with “altimeter:”, for the live switch, an address still to be confirmed, the offer of guides once it was made, whether you have been here before, whether your plan shows ads, and the like. Until the tab is closed it also keeps how far pages were scrolled, which ads you closed, and the coin whose star you pressed before you had an account. If you turn on push messages, your browser keeps a small script of ours that shows them. Clearing your browser’s data removes all of it.',
    ],
  },
  {
    heading: 'How long',
    body: [
      'An account is kept until you delete it. One that was never proved ends after 30 days without use. A session ends after 14 days without use, and after 30 in any case.',
      'Deleting your account on the account page removes everything listed under “With an account” from the database at once, with the messages and requests that were left with its address, but for the number of a customer at Stripe: that is kept until Stripe has ended the subscription and deleted the customer, which is asked of it at once and again until it is done. Stripe keeps what the law makes it keep of payments. What you deleted may live on in backups the operator keeps, until these are replaced.',
    ],
  },
  {
    heading: 'What you can do',
    body: [
      'On your account page you can see and change what we keep, export all that you entered as one file, end sessions, and delete the account. For anything else, and for the rights that the law of your country gives you, write to us: through the contact page, or by the e-mail link at the foot of every page.',
    ],
  },
];
