import type { Lesson } from '../lesson.ts';

/** The second half of "Technical Analysis": what can be calculated from a chart, and how far to trust it. */
export const lessons: readonly Lesson[] = [
  {
    title: 'Moving averages',
    blocks: [
      'A moving average replaces each day’s price with the average of a fixed number of days up to it. It removes wiggles and shows direction, and it pays for that with delay. Every kind of average is a compromise between smoothness and delay.',
      'The simple moving average (SMA) counts all its days alike: add the closes and divide by their number. The exponential one (EMA) gives the newest day more weight and never quite forgets an old one. For N days the newest close weighs 2 ÷ (N + 1): for 9 days that is 0.2.',
      {
        example: {
          title: 'Five closes: $10, $11, $12, $13, $19',
          lines: [
            ['SMA of 5', '(10 + 11 + 12 + 13 + 19) ÷ 5 = $13.00'],
            ['EMA of 9 the day before', 'say $11.50'],
            ['EMA of 9 today', '0.2 × 19 + 0.8 × 11.50 = $13.00'],
            ['The price itself', '$19, far above both'],
          ],
        },
      },
      {
        figure: 'moving-average',
        caption:
          'A price with a fast and a slow average. The slow one turns last, after a good part of the move.',
      },
      'An SMA trails by about half its length: one of 200 days shows roughly where the price was a hundred days ago. Common lengths are 20, 50 and 200 days. There is nothing special about them, except that many people look at them.',
      'A crossing of a fast average over a slow one, usually 50 days over 200, is called a golden cross, the opposite a death cross. They look impressive on charts of the past, because the eye finds the long trends at once. In the ranges between, the two averages cross back and forth, and each crossing costs a little. Whether the sum is a gain depends on the market having had long trends, which nobody knows beforehand.',
      'The best use is the dullest. A glance at whether the price is above or below its 200-day average, and whether that average rises or falls, tells you what kind of weather you are in. If you had sold below it and bought above it, you would have missed parts of each great rise and parts of each great fall. For many people the second is worth the first.',
    ],
    quiz: {
      question: 'Closes of the last four days are $8, $10, $12 and $14. What is their simple moving average?',
      options: ['$11.00', '$11.50', '$12.00', '$14.00'],
      correct: 0,
      explanation:
        '8 + 10 + 12 + 14 = 44, and 44 ÷ 4 = $11.00. It lies below the last price because the price has been rising.',
    },
  },
  {
    title: 'Momentum and the RSI',
    blocks: [
      'Momentum asks how fast the price has been moving, and whether it is getting faster. The plainest measure is the change over a fixed span, say the last 14 days in percent. The best known is the relative strength index, RSI, published by J. Welles Wilder in 1978. It compares the average gain with the average loss over such a span, where a day that fell counts as a gain of zero, and puts the result on a scale from 0 to 100.',
      {
        example: {
          title: 'An RSI, calculated',
          lines: [
            ['Average gain over 14 days', '$1.20'],
            ['Average loss over 14 days', '$0.40'],
            ['Relative strength', '1.20 ÷ 0.40 = 3'],
            ['RSI', '100 − 100 ÷ (1 + 3) = 75'],
          ],
        },
      },
      'At 50 gains and losses are in balance. Above 70 a coin is commonly called overbought, and below 30 oversold. The words promise more than the figure delivers. An RSI of 75 says that recent gains were three times recent losses, and no more. In a strong rise the RSI may stay above 70 for weeks while the price doubles; in a collapse it may lie below 30 all the way down.',
      {
        figure: 'strength-index',
        caption:
          'The price above, its RSI below. In the middle the RSI stays over 70 while the price goes on rising.',
      },
      'So the reading depends on the surroundings. In a range, high and low values tend to come near the edges, where they agree with what you see anyway. In a trend they tell you that the trend is strong, which is the opposite of a reason to trade against it.',
      'A divergence is thought to be more telling: the price makes a higher high, the RSI a lower one. The second climb was slower than the first. Sometimes that comes before a turn, and quite often before a pause, after which the rise goes on.',
      'Most other oscillators, such as the stochastic or the MACD, are calculated from the same prices. If three of them agree, you haven’t heard three witnesses, but one witness three times. A second opinion has to come from other information: volume, the market as a whole, or news.',
    ],
    quiz: {
      question: 'The average gain is $0.90 and the average loss is $0.90. What is the RSI?',
      options: ['0', '30', '50', '90'],
      correct: 2,
      explanation: 'The relative strength is 0.90 ÷ 0.90 = 1, and 100 − 100 ÷ (1 + 1) = 50: balance.',
    },
  },
  {
    title: 'Risk, reward and size',
    blocks: [
      'A chart is most useful for a question that has nothing to do with forecasting: where would I be wrong? Answer it before buying. If you buy because of a support at $18, then a price clearly below $18 has refuted the reason. That price is where you leave, and it decides everything else.',
      {
        figure: 'risk-reward',
        caption:
          'Entry, the exit when wrong, and the target. The distance up is three times the distance down.',
      },
      'The distance from entry to that exit is the risk for each coin. The distance to a sensible target is the reward. Their ratio tells you how often you need to be right: with a reward of three times the risk, one success pays for three failures, so anything above one in four makes money, before costs.',
      {
        example: {
          title: 'From the exit to the size',
          lines: [
            ['Entry, exit, target', '$19.00, $17.80, $22.60'],
            ['Risk for each coin', '$1.20'],
            ['Reward for each coin', '$3.60, three times the risk'],
            ['Loss accepted, 1% of $6,000', '$60'],
            ['Coins to buy', '$60 ÷ $1.20 = 50, for $950'],
          ],
        },
      },
      'Note what has happened: the size followed from the exit. A nearer exit would allow more coins, and would be hit by mere noise more often. People usually do it the other way round: they choose the size by mood, and then an exit that hurts little, wherever that lies on the chart.',
      'An exit on a screen is no guarantee. A stop order sells at the next price there is, and after a gap that may be far below. In thin markets the price often plunges through everybody’s stops and is back a minute later, after they have sold. Allow for that by risking less than you could bear.',
      'Leverage turns this around: with ten times leverage a move of 10% against you ends the position, whatever happens next, and moves of 10% are ordinary in a week of this market. Being right in the end is worth nothing to anyone whose position was closed on the way.',
    ],
    quiz: {
      question: 'You risk $2 a coin and accept a loss of $80. How many coins may you buy?',
      options: ['20', '40', '80', '160'],
      correct: 1,
      explanation: '$80 ÷ $2 = 40 coins. If the exit is reached, 40 × $2 is the $80 you accepted.',
    },
  },
  {
    title: 'The limits of all this',
    blocks: [
      'Look at enough charts and you will see patterns in all of them, including charts made by tossing coins. Try it: start at 100, go up by 1 for heads and down by 1 for tails, two hundred times. You will find trends, ranges, breakouts and double tops. None of them meant anything. Claiming more for real charts takes more than examples.',
      'Before anyone may say that a rule works, it has to be written down so exactly that a machine could follow it, and tried on data that played no part in making it, with all costs taken off. Most rules that look fine in books fail one of these three tests. The most common deception is unintended: trying many rules and reporting the best.',
      {
        example: {
          title: 'Luck among many rules',
          lines: [
            ['Rules tried, all worthless', '20'],
            ['Chance that one looks good by luck', '5%'],
            ['Chance that none does', '0.95 to the power of 20 = 36%'],
            ['Chance that at least one does', '64%'],
          ],
        },
      },
      'Small samples are the next trap. Ten trades, seven of them won, sounds like skill. Tossing a fair coin gives seven or more heads in ten about 17% of the time: one person in six would look as clever by pure chance. It takes a hundred trades and more before a modest edge stands out from luck.',
      'Then there is survivorship bias. The charts you can look up belong to coins that still exist. Thousands that went to zero are on no list, and a rule like “buy what has fallen by 90%” looks splendid on those that are left.',
      'What remains is worth having. Charts give you a common language, a way to compare today’s price with earlier ones, and above all levels for a plan: here I would act, here I would be wrong, this much I can lose. Set alerts that tell you when the price reaches such a level. Keep notes of what you expected and what happened, and read them after a year. That notebook will teach you more about your own chances than any indicator.',
    ],
    quiz: {
      question: 'Someone shows a rule that won 7 of its last 10 trades. What is the best reply?',
      options: [
        'That is proof: a worthless rule would have won five of them',
        'Ten trades are few, but a rule that won seven is likely to win again',
        'No rule can win in the long run, so the figures must be invented',
        'Luck does that one time in six; show more trades, on fresh data',
      ],
      correct: 3,
      explanation:
        '(120 + 45 + 10 + 1) ÷ 1,024 = 17%. Ten trades can’t tell skill from luck, least of all when the rule was chosen among many.',
    },
  },
];
