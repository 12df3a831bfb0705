import type { ArticleBody } from '../article.ts';

export const body: ArticleBody = [
  'There are two places to keep coins: with somebody else, or with yourself. People argue about it as if one were right. They protect against different things, and the useful question is which of those things is more likely to happen to you.',
  { heading: 'What each of them is' },
  'On an exchange, the exchange holds the keys and owes you coins. You sign in with a password and a second factor, and if you forget the password there is someone to ask. In a wallet of your own you hold the keys. Nobody can freeze them, and nobody can give them back to you.',
  {
    caption: 'What can go wrong, and who is protected',
    head: ['What happens', 'Coins on an exchange', 'Coins in your own wallet'],
    rows: [
      ['You forget the password', 'Recovered through support', 'Recovered with the backup words, or lost'],
      ['Your computer is infected', 'At risk while signed in', 'At risk, unless a hardware wallet signs'],
      ['The exchange is hacked or fails', 'At risk', 'Not affected'],
      ['Your account is frozen', 'Out of reach until it is unfrozen', 'Not affected'],
      ['You send to the wrong address', 'Lost, as a rule', 'Lost'],
      ['You die without instructions', 'Heirs can prove their claim', 'Lost if nobody finds the words'],
      ['A house fire', 'Not affected', 'Lost, if there is one copy of the words'],
    ],
  },
  { heading: 'What it costs' },
  'Keeping coins on an exchange looks free; you pay with the spread, with the withdrawal fee, and with the risk of what it does with them meanwhile. A wallet costs a network fee for every move, a few cents on some networks and several dollars on others, and a hardware wallet costs from about $60 upward, once. For holdings of a few hundred dollars the cost of moving them can outweigh the protection.',
  { heading: 'A rule that fits most people' },
  {
    list: [
      'Up to what you could lose without changing your plans: a regulated exchange, with an authenticator app and withdrawal addresses locked to your own.',
      'Above it: a hardware wallet bought from its maker, with the words on paper in two places that one fire can’t reach.',
      'Once your family would depend on it: written instructions, kept apart from the words, that somebody you trust has read.',
      'In every case: a list of what is where. Coins that nobody remembers are lost even without a thief.',
    ],
  },
  'Whichever you choose, try the way back before you need it. Withdraw a small sum from the exchange. Erase the new wallet and restore it from the words while it holds ten dollars. Until you have tried it, a way back is only a hope.',
  { heading: 'And a tracker?' },
  'A tracker such as this one holds neither keys nor coins. It knows only what you tell it. That is also why you can keep both kinds in one portfolio here: an entry per coin, wherever you keep it, with the price you paid.',
];
