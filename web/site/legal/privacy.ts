import type { LegalSection } from './legal-section.ts';

/** Raise this whenever the text below changes. */
export const privacyVersion = '2.0';

/** What this software stores, sends and sets. Every sentence describes what the code does: change both together. */
export const privacy: readonly LegalSection[] = [
  {
    heading: 'In short',
    body: [
      'You can use everything public without an account, and we then keep nothing that identifies you. If you sign up, we keep what you enter and what we need to sign you in. We sell nothing, run no other company’s scripts on these pages, and don’t track you across sites.',
    ],
  },
  {
    heading: 'Without an account',
    body: [
      'Your browser requests pages and prices from our server only: coin logos and the icons of news sources come from us too. We see the IP address of each request while we answer it, and don’t store it. The server’s log records starts, stops and errors, and the sign-ins and changes of accounts, each with the account’s ID. If the operator turns on the most detailed level, it also records the time, the page or call requested, the response status and how long it took. It never contains email addresses, codes, tokens, API keys or cookies. Anything between you and this server, such as the operator’s proxy, may keep its own log.',
      'To prevent abuse, we count sign-ups, sign-ins and messages by the first part of the IP address, messages and emails by their email address (also without its tag, as in ada+tag@example.com), and new API keys by their account. The counts hold all of these only as keyed hashes. A count is deleted when its period is over, after about a day at most.',
    ],
  },
  {
    heading: 'If you write to us, or request a guide or the newsletter',
    body: [
      'We keep a message from the contact page with the name, address and subject you give, and email it to our support. If you request a guide or the newsletter, we keep your address, what you requested and where on the site, and when it was emailed, confirmed or ended. The newsletter goes only to confirmed addresses. We count how often each guide is requested, without addresses.',
      'We delete messages, and addresses that have not confirmed the newsletter, a year after their last activity. A confirmed newsletter continues until you unsubscribe. If you unsubscribe, we remember that for a year: we send you no newsletter unless you confirm it again, and no guide for 30 days, even if someone requests one.',
    ],
  },
  {
    heading: 'With an account',
    body: [
      'We keep, in our database:',
      [
        'your email address, first and last name, plan, the currency you see figures in, and when the account was created, verified and last used',
        'after you change your email address, the earlier one, so that the change can be undone for 72 hours',
        'your sessions: when they began, were last used and last verified, and the name your browser gives itself',
        'the browsers in which the account was opened or its address restored: a hash of the cookie that identifies each browser',
        'the last 50 sign-ins and changes, each with its time and the name your browser gives itself',
        'your watchlist, portfolios with their transactions, wallets, notes and settings, price alerts with your notes and their history, where you want to be notified, and the learning modules you completed',
        'what was read from the files you imported, and your answers about them; the tax reports you filed, with the transactions and prices they are based on',
        'passkeys you have added: their public part, the name you gave them, how often and when they were last used',
        'API keys you have created: the name you gave them, when they were created and last used, and a keyed hash of the key',
        'if you turn on push messages, the address at your browser’s push service and the keys to encrypt for your browser',
        'if you have ever opened a payment page: when you last did, your Stripe customer ID, which plan you pay for, how often, whether the last payment succeeded, and when the paid period ends',
        'if you have a subscription on a server that offers the first month at half price: a keyed hash of your address, so that the offer is made once',
        'emails to you, until they are sent; if no mail server is set up, they are kept in an inbox that can be read only on the server itself, until a week after they are no longer useful',
      ],
      'While a program uses an API key, the server counts its calls of the last minute in memory.',
      'Apart from the email that carries it, a sign-in code is kept only as a keyed hash, for ten minutes. There are no passwords.',
      'The operator of this server can read the database. It is not encrypted against them.',
    ],
  },
  {
    heading: 'What we send, and to whom',
    body: [
      'We email codes, notices about your account, and the alerts you set to the address you gave; an email about a single alert has a link that pauses it. A guide goes to the address it was requested for, the newsletter only to addresses that have confirmed it; both have an unsubscribe link. We send no other advertising.',
      'Market data comes from CoinGecko, and headlines from the publishers’ feeds. Our server fetches both without sending anything about you: when it passes a search on to CoinGecko, CoinGecko can’t tell whose search it is. If you follow a link to another site, that site sees your visit as any site does.',
      'Ads, shown to guests and on the free plan, are texts from our own server, picked at random and not by who you are. Nobody learns that you saw one unless you follow its link: then the advertiser’s site sees your visit, as any site does. We don’t count who sees ads or follows their links.',
      'If the operator of this server has set up payments, you buy paid plans through Stripe. When you open a payment page, we send Stripe your email address and your account’s ID, and later your new address if you change it. You give your card and other payment details to Stripe alone: we never see them. Stripe informs us which plan is paid and until when. Stripe’s own privacy policy says what it does with your data.',
      'Push messages travel through the push service of your browser’s maker, encrypted for your browser. That service sees when a message was sent, but not what it says.',
    ],
  },
  {
    heading: 'What is set in your browser',
    body: [
      'Cookies, none for advertising. Readable by this server only: one that binds your session to this browser, for up to 30 days; one that identifies this browser, so that we recognize the accounts opened in it, for up to 400 days; and two during a sign-in, for ten minutes at most. Readable by this site’s pages too: the currency you chose, for a year.',
      'Local storage: “authToken” (your session), “crypto-theme” (light or dark), and entries that begin with “altimeter:”, for the live switch, an address still to be confirmed, whether guides were already offered to you, whether you have been here before, the coins you opened last (the search can forget them), whether your plan shows ads, and the like. Until you close the tab, your browser also keeps how far you scrolled, which ads you closed, and the coin whose star you pressed before you had an account. If you turn on push messages, your browser keeps a small script of ours that shows them. Clearing your browser’s data removes all of it.',
    ],
  },
  {
    heading: 'How long',
    body: [
      'We keep an account until you delete it. An account that was never verified is deleted after 30 days without use. A session ends after 14 days without use, and after 30 days in any case. A transaction that you delete is kept for 24 hours, so that you can restore it. Triggered alerts and their history are deleted after 400 days, the history earlier if 100,000 newer firings follow.',
      'Deleting your account on the account page removes everything listed under “With an account” from the database at once, along with the messages and requests made with its address. There are three exceptions. A code sent to an address that the account had not verified stays with that address until it expires, because removing it would tell whether another account has the address. We keep your Stripe customer ID until Stripe has ended the subscription and deleted the customer, which we request at once and repeat until it is done. And if you had a subscription while the first month was offered at half price, we keep a keyed hash of your address, from which nobody can read the address without this server’s secret key, until two years after we last saw the subscription. Stripe keeps the payment records that the law requires. What you deleted may remain in the operator’s backups until these are replaced.',
    ],
  },
  {
    heading: 'What you can do',
    body: [
      'On your account page you can see and change what we keep, export everything you entered as one file, end sessions, and delete the account. For anything else, including your rights under the law of your country, write to us through the contact page or the email link at the foot of every page.',
    ],
  },
];
