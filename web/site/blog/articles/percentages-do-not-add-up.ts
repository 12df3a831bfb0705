import type { ArticleBody } from '../article.ts';

export const body: ArticleBody = [
  'Two coins, one up 100%, one down 50%. How is the portfolio doing? “Up 25% on average” is the answer most people give, and the truth can lie anywhere between −50% and +100%. Here are three mistakes that make a portfolio look different from what it is, usually better, each with figures you can check on paper.',
  { heading: 'One: averaging the percentages' },
  'The percentages belong to different sums. Put $100 into the first coin and $900 into the second, and you have gained $100 and lost $450. The portfolio stands at $650 of $1,000, which is down 35%. With the sums the other way round it would be up 85%.',
  {
    caption: 'The same two percentages, three portfolios',
    head: ['In the coin that doubled', 'In the coin that halved', 'Value of $1,000 now', 'P&L'],
    rows: [
      ['$100', '$900', '$650', '−35%'],
      ['$500', '$500', '$1,250', '+25%'],
      ['$900', '$100', '$1,850', '+85%'],
    ],
  },
  'The rule: add up the dollars, and divide once at the end. P&L percent is the sum of all gains and losses over the sum of all that was invested. The average of the percentages is right only if the same amount went into every coin.',
  { heading: 'Two: forgetting what is not there' },
  'A coin that somebody gave you has no purchase price. If you enter zero, all of its value becomes profit. If you leave it out of the list, the list shows less than you own. Neither is true. What is true is that its value counts and its profit is unknown.',
  'Suppose you invested $1,000 that is worth $1,100, and hold $400 in coins without a known purchase price. The value is $1,500. The honest P&L is $100 on $1,000, or 10%, with a note that $400 has no recorded cost. Counting the gift as profit would say $500, or 50%. Our portfolio page counts a missing purchase price as nothing invested, marks the holding “No cost recorded”, and says under the totals how much of the value that is, so that you can subtract it.',
  { heading: 'Three: adding up periods' },
  'Up 60% in one year and down 50% in the next is not up 10%. $1,000 became $1,600 and then $800. Multiply the factors: 1.6 × 0.5 = 0.8, a loss of 20%. Two rises in a row come to more than their sum: twice 10% is 21%. A rise and a fall always come to less, and the larger the swings, the larger the gap.',
  { heading: 'A check that takes a minute' },
  {
    list: [
      'Add up what you paid for everything you still hold, in dollars, fees included.',
      'Add up what it is worth now.',
      'Subtract, then divide by the first sum.',
      'Compare the result with your tool’s. If the two differ, one of you has made one of these three mistakes.',
    ],
  },
  'Exactness matters here more than it seems. Computers like to calculate with numbers that can’t hold a tenth exactly: 0.1 + 0.2 comes out as 0.30000000000000004. In one portfolio nobody would notice. We keep amounts and prices as the digits you typed and calculate with those, because a tool that rounds where you can’t see it has to be trusted, and one that doesn’t can be checked.',
];
