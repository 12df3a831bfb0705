import type { ArticleBody } from '../article.ts';

export const body: ArticleBody = [
  'You have bought a few coins over the last few years, on two exchanges and a phone, and you would like to know how you are doing. This takes about ten minutes, if you do it in this order.',
  { heading: '1. Collect the purchases' },
  'Open each exchange’s history and look for purchases, not for balances. For each you need the coin, the amount you received and what you paid in total, with fees. Write them into any list. If you have swapped one coin for another, note the dollar value at that moment: it is the price you paid for the second coin.',
  { heading: '2. One line for each coin' },
  'A holding has one purchase price, so several purchases of a coin become one line: add up the amounts, add up what you paid, and divide the second by the first.',
  {
    caption: 'Three purchases of one coin, in one line',
    head: ['Purchase', 'Amount', 'Paid', 'Price'],
    rows: [
      ['March', '0.40', '$1,120', '$2,800'],
      ['June', '0.25', '$875', '$3,500'],
      ['October', '0.35', '$1,155', '$3,300'],
      ['Total', '1.00', '$3,150', '$3,150'],
    ],
  },
  'The average of the three prices would be $3,200. The price you really paid is $3,150, since the cheapest purchase was also the largest. Use the second.',
  { heading: '3. Type it in' },
  'Sign up with your name and an email address, open Portfolio and press Add Position. Choose the coin; the list shows the first fifty, and typing finds any other. Enter the amount with all its digits, as the exchange shows it: nothing is rounded. Enter the purchase price, or leave it empty if you don’t know it. Such a holding still counts towards your total value and is marked “No cost recorded”.',
  { heading: '4. Compare' },
  'Add up the balances on your exchanges and in your wallets, and compare the sum with Total Value. A difference of a percent comes from prices taken a little later or on another market. A larger one has a cause you can find: a purchase left out, a staking reward that came in, coins sent elsewhere.',
  { heading: '5. Decide what you want to hear about' },
  'For each of your largest holdings write down a price at which you would do something. Set these as alerts, and close the page. If you look ten times a day, you will sooner or later trade for no other reason than having looked.',
  { heading: 'Keep it accurate' },
  {
    list: [
      'After each purchase, edit the line: new amount, new average price.',
      'After a sale, reduce the amount and leave the price alone. What you gained on the part sold belongs in your tax records; sales that you enter as transactions are on the portfolio’s Tax page, under the rules of your country.',
      'Once a quarter, repeat step 4.',
      'Export everything from your account page now and then. It is your data, and a copy at home costs nothing.',
    ],
  },
];
