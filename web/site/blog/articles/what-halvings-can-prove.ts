import type { ArticleBody } from '../article.ts';

export const body: ArticleBody = [
  'About every four years the number of new bitcoin in each block is cut in half, and about every four years somebody explains that the price must therefore rise. The past seems to agree. Let us look at what it says, and at how much four cases can prove.',
  { heading: 'The four so far' },
  {
    caption:
      'Bitcoin at each halving and a year later, rounded; the prices of different sources differ by a few percent',
    head: ['Halving', 'Coins per block since', 'Price then', 'A year later', 'Multiple'],
    rows: [
      ['28 Nov 2012', '25', '$12', '$1,000', '80'],
      ['9 July 2016', '12.5', '$650', '$2,500', '4'],
      ['11 May 2020', '6.25', '$8,600', '$56,000', '6.5'],
      ['20 April 2024', '3.125', '$64,000', '$85,000', '1.3'],
    ],
  },
  'Four out of four rose. That sounds like a law. Now ask how often bitcoin was higher after any year at all, halving or not. For most starting days in its history it was, because it rose greatly over the whole time. If a coin is higher after a year in three cases of four, say, then four of four comes up by luck almost one time in three: 0.75 multiplied by itself four times is 0.32.',
  { heading: 'The arithmetic of supply' },
  'A halving removes new supply, and each removes less than the one before. In 2012 the daily issuance fell from 7,200 to 3,600 coins, when about 10.5 million existed: supply growth fell from 25% to 12.5% a year. In 2024 it fell from 900 to 450 coins with 19.7 million in existence: from 1.7% to 0.8%.',
  'Set that beside trading. At $64,000, the 450 coins no longer created are worth about $29 million a day. Bitcoin’s daily volume is counted in tens of billions. An effect of a tenth of a percent of the trading may exist; finding it in a price that moves several percent a day is another matter.',
  { heading: 'Everybody knows the date' },
  'The schedule has been public since 2009. If it were certain that the price is higher a year later, people would buy earlier, until it was no longer certain. That doesn’t prove that halvings don’t matter. It says that whatever matters about them can’t simply be read off a calendar.',
  { heading: 'What can be said' },
  {
    list: [
      'The issuance falls, by a known amount, on a known date. That is a fact.',
      'The multiples after each halving so far have tended to become smaller. That is an observation on four cases.',
      'Other things happened in the same years: easy money in 2020 and 2021, funds listed in the United States in January 2024. Nobody can take them out of the table.',
      'Nothing in the table says what happens after the next one, expected in 2028.',
    ],
  },
  'The table is worth keeping for another reason. It is a good exercise in what a small sample looks like. If anyone sells you a pattern of four, ask for the forty that it would take, and for those that didn’t fit.',
];
