import { paths } from '#web/lib/paths.ts';
import type { Lesson } from '../lesson.ts';

const taxPath = `${paths.portfolio}?tab=tax`;

/** The lessons of "Portfolio Management". */
export const lessons: readonly Lesson[] = [
  {
    title: 'What you own, and what it is worth',
    blocks: [
      'A portfolio is a list of holdings. Each holding has an amount, which changes only when you buy, sell, send or receive, and a price, which changes all the time. The amount times the price is the market value. Keep the two apart in your mind: a falling price takes nothing away from your amount.',
      'Add up the market values and you have the portfolio’s value. Divide each by that sum and you have the allocation, the share of the whole that each coin makes up. The allocation is what decides how your days feel, and it moves by itself, because a coin that rises more than the others becomes a larger share without your doing anything.',
      {
        example: {
          title: 'One portfolio, one month apart',
          lines: [
            ['0.05 BTC at $60,000 and 1 ETH at $3,000', '$3,000 + $3,000 = $6,000'],
            ['Allocation', '50% and 50%'],
            ['A month later: BTC $66,000, ETH $2,700', '$3,300 + $2,700 = $6,000'],
            ['Allocation', '55% and 45%'],
          ],
        },
      },
      'The value is the same to the dollar, and it is no longer the same portfolio. More of it now depends on one coin. Looking at the total alone would have hidden that.',
      'A value is only as good as its prices. Look at when a price was last seen; a holding valued with a price from yesterday is an estimate from yesterday. Coins that are hardly traded have a price only on paper, because selling all of yours would move it. And a coin without any price has an unknown value, which is different from zero: count it separately, and don’t let it disappear from the list.',
      'Write purchases down when you make them: date, coin, amount, price paid, fees. Exchanges close, export formats change, and memory rounds in our favour. A list kept from the first day is worth more than any tool brought in later to reconstruct it.',
    ],
    quiz: {
      question:
        'BTC was half of a portfolio. It rises while the rest stays flat. What happens to its allocation?',
      options: [
        'It rises above 50%, because its share of the value has grown',
        'It stays at 50%, because no coin was bought and none was sold',
        'It falls below 50%, because fewer coins make up the same value',
        'It can’t be known without the prices that were paid',
      ],
      correct: 0,
      explanation:
        'Allocation is a share of today’s value. The amounts are the same, and the coin with the higher price now makes up more of the sum.',
    },
  },
  {
    title: 'Profit and loss',
    blocks: [
      'A holding has two sums: what you paid and what it is worth. Invested is the amount times the price you paid, with fees if you count them. Market value is the amount times the price now. Profit or loss, P&L for short, is the second minus the first.',
      'The percentage divides that by what you invested. It is the figure for comparing two holdings, because a profit of $100 means one thing on $200 and another on $20,000. The dollars are the figure for your life; you can’t pay rent with a percentage.',
      {
        example: {
          title: 'Two purchases of one coin',
          lines: [
            ['3 coins at $40', '$120'],
            ['1 coin at $60', '$60'],
            ['Invested for 4 coins', '$180, an average of $45'],
            ['Value at $54', '4 × $54 = $216'],
            ['P&L', '$216 − $180 = +$36, or +20%'],
          ],
        },
      },
      'The average price is weighted by amount. Taking the middle of $40 and $60 would give $50, an invested sum of $200 and a profit of only $16. This is one of the most common mistakes in home-made spreadsheets.',
      'As long as you hold, the P&L is unrealized: it is a statement about a price. When you sell, the part that belongs to what you sold is realized, and it stays whatever the price does afterwards. Many tax authorities ask only about the second kind, and many people talk only about the first.',
      'Percentages don’t add up. A gain of 50% followed by a loss of 50% doesn’t break even: $100 becomes $150 and then $75. For two periods in a row multiply the factors, here 1.5 × 0.5 = 0.75. For two holdings side by side add the dollars and divide once; the mean of their percentages says nothing, unless the same sum went into each.',
      'What if you don’t know what you paid, as with coins that were a gift? Then the honest P&L is unknown. Setting the price paid to zero makes everything look like profit. Mark it, leave it out of the percentage, and say so.',
    ],
    quiz: {
      question: 'You bought 2 coins at $40 and the price is now $55. What is your profit?',
      options: ['$15', '$30', '$110', '$70'],
      correct: 1,
      explanation: '2 × $55 is $110; you paid 2 × $40, which is $80. The difference is $30.',
    },
  },
  {
    title: 'How much of one thing',
    blocks: [
      'The first decision of a portfolio isn’t which coin, but how much. Begin outside it: money that you need for the next few months or owe with interest does not belong in anything that can halve in weeks. What remains can be divided, and only then do names come in.',
      'A useful question for every holding: if it went to nothing tomorrow, what would that do to me? Some large coins have fallen by more than 80% and come back; most small coins that fell as far never did. If a holding of 2% goes to nothing, the portfolio loses 2%, and you will shrug. If one of 40% does, you may not recover for years.',
      {
        figure: 'concentration',
        caption: 'What is left of $10,000 when one holding loses 80%, by how large that holding was.',
      },
      {
        example: {
          title: 'From a loss you can bear to a size',
          lines: [
            ['Portfolio', '$10,000'],
            ['Largest loss you accept from one coin', '5%, which is $500'],
            ['How far you think it could fall', '80%'],
            ['Largest holding', '$500 ÷ 0.80 = $625'],
          ],
        },
      },
      'The calculation works for any coin. Expect a fall of 50% and the same $500 allows a holding of $1,000. If you can’t say how far a coin could fall, take its deepest fall so far; for a coin too young to have had one, take 100%. The size follows from the loss you accept and from how wild the coin is, not from how convinced you are. Conviction is highest just before the largest mistakes.',
      'Many coins are not many bets. In a falling market coins fall together, since the same people sell all of them, so ten coins give far less protection than ten unrelated investments would. What does protect is the part held outside: cash, and other kinds of assets. Spreading among coins mostly guards against one of them failing by itself, by a bug, a fraud or a lost team. That is worth having, and a handful of coins gives you nearly all of it.',
    ],
    quiz: {
      question:
        'You accept losing $300 on a coin and believe it could fall 60%. How large may the holding be?',
      options: ['$180', '$300', '$500', '$750'],
      correct: 2,
      explanation: '$300 ÷ 0.60 = $500. A fall of 60% on $500 is exactly the $300.',
    },
  },
  {
    title: 'Falls, and what it takes to recover',
    blocks: [
      'A drawdown is the fall from the highest value so far to the lowest after it. It is the figure to know before you buy anything, because it is the one that makes people sell at the bottom. Bitcoin fell by about 84% from December 2017 to December 2018, and by about 77% from November 2021 to November 2022. Both times it later rose past its old high; nothing promised that it would.',
      'Losses weigh more than gains, by plain arithmetic. After a fall of 50% half is left, and half has to double, which is a rise of 100%. The rise needed is the fall divided by what remains.',
      {
        figure: 'recovery',
        caption: 'The rise needed to break even after a fall of the given size.',
      },
      {
        example: {
          title: 'Back to where you were',
          lines: [
            ['After −10%', '10 ÷ 90 = +11%'],
            ['After −25%', '25 ÷ 75 = +33%'],
            ['After −50%', '50 ÷ 50 = +100%'],
            ['After −80%', '80 ÷ 20 = +400%'],
          ],
        },
      },
      'The curve is gentle at first and then turns steep. Most of the work of managing a portfolio is to stay on its gentle part. A portfolio that falls by 25% needs an ordinary good year to recover. One that falls by 80% has to become five times what is left of it.',
      'Volatility measures how far prices swing, up and down alike. It costs even when nothing falls in the end: plus 20% and minus 20% in turn leave 1.2 × 0.8 = 0.96, a loss of 4% for each pair, though the average change is zero.',
      'Imagine your own drawdown before the market shows it to you. Take today’s value, halve it, write the number down, and ask what you would do on the day you see it. If the answer is “sell everything”, the holding is too large today, while selling is still calm.',
    ],
    quiz: {
      question: 'A portfolio falls by 60%. What rise brings it back to where it was?',
      options: ['60%', '100%', '120%', '150%'],
      correct: 3,
      explanation: '40% is left. 60 ÷ 40 = 1.5, so it has to rise by 150%.',
    },
  },
  {
    title: 'Buying in steps, and rebalancing',
    blocks: [
      'Nobody knows whether the price is lower next month. Two habits make it matter less. The first is to buy the same sum at fixed dates, often called dollar-cost averaging. A fixed sum buys more coins when the price is low and fewer when it is high, so the average you pay lies below the average of the prices.',
      {
        example: {
          title: '$100 on four dates',
          lines: [
            ['Prices', '$20, $10, $25, $20'],
            ['Coins bought', '5 + 10 + 4 + 5 = 24'],
            ['Average price paid', '$400 ÷ 24 = $16.67'],
            ['Average of the four prices', '$75 ÷ 4 = $18.75'],
          ],
        },
      },
      {
        figure: 'steady-buying',
        caption:
          'The same $100 at each date. The dashed line is the average price paid, below the average of the prices.',
      },
      'The last of these prices is the first again, and yet $400 has become 24 × $20 = $480. That isn’t magic. In a market that only rises, buying all at once would have been cheaper, and in one that only falls you lose either way, just less. What it removes is the worst case of putting everything in on the worst day, and the daily question of whether today is the day.',
      'The second habit is rebalancing. You decide on an allocation, say 60% one coin, 20% another and 20% cash, and go back to it when it has drifted. If the first coin has risen until it makes up 75%, you sell some of it and top up the rest. You are selling what has become expensive compared with the others, and buying what has become cheap, without forecasting anything.',
      'Rebalance by a rule: on two dates a year, say, or when a holding is more than ten points away from its target. More often costs fees, and in many countries every sale is a taxable event, including a swap of one coin for another. Where you are adding money anyway, put the new money into the part that is too small; that rebalances without selling.',
    ],
    quiz: {
      question:
        'You spend $60 each month, at prices of $30, $20 and $60. What is the average price you paid?',
      options: ['$30.00', '$36.67', '$40.00', '$60.00'],
      correct: 0,
      explanation:
        '2 + 3 + 1 = 6 coins for $180, which is $30 a coin. The average of the three prices would be $36.67.',
    },
  },
  {
    title: 'A plan, and when to do nothing',
    blocks: [
      'Prices come around the clock and none of them asks you to act. Many private investors do worse than the coins they hold, because they buy after rises and sell after falls. No better feel for the market cures that. What helps is to decide on a calm day what you will do, and to write it down.',
      'A plan fits on one page. What is this money for, and when will I need it? What share of it may be in coins? Which coins, and how large may each become? When do I buy, and for how much? What would make me sell: a need, a date, a size reached, a reason that no longer holds? What do I check, and how often? Everything that isn’t on the page is news, and you may read it like any other news.',
      {
        example: {
          title: 'The cost of being busy',
          lines: [
            ['Portfolio', '$5,000'],
            ['One full turnover a month, at 0.6% to sell and buy', '$30'],
            ['In a year', '12 × $30 = $360'],
            ['What must be earned first', '$360 ÷ $5,000 = 7.2%'],
          ],
        },
      },
      'A price alert is a good servant of such a plan. Set it at the level where your plan says “do something”, and stop watching the screen. Set one at every wiggle, and it turns into one more screen.',
      'Doing nothing needs a check too. Once a quarter go through your holdings one by one and ask: if I had this sum in cash today, would I buy this coin with it? A “no” is not an order to sell at once, since selling has a cost and perhaps a tax; but “no” three times in a row is an answer.',
      'Keep records while they are easy to keep. In most countries the tax on a sale depends on what you paid and how long you held, and you have to prove it. Rules differ widely, so read your own tax authority’s page, or ask a professional who is liable for the advice. Save confirmations outside the exchange they came from.',
      { link: 'The tax report of your own portfolio, under the rules of five countries', to: taxPath },
    ],
    quiz: {
      question:
        'A coin you hold rises 30% in a day. Your written plan names no action at this level. What does the plan tell you?',
      options: [
        'Buy more, since a rise of this size often goes on for days',
        'Sell half, so that at least a part of the gain is safe',
        'Change the plan today, because the situation is a new one',
        'Do nothing, and look at the plan on its next date',
      ],
      correct: 3,
      explanation:
        'A plan written on a calm day exists for this day. Changing it in the middle of a rise is the habit it is meant to cure.',
    },
  },
];
