import type { Lesson } from '../lesson.ts';

/** The first half of "Technical Analysis": what a chart shows. */
export const lessons: readonly Lesson[] = [
  {
    title: 'What a chart shows, and what it leaves out',
    blocks: [
      'A price chart has two axes and one decision hidden in each. Time runs sideways, and somebody chose where it begins. Price runs upward, and somebody chose whether zero is on it. The same week can look like a catastrophe or like a ripple. Before you read a line, read the two axes.',
      'A line chart joins one price per interval, usually the last one. A candle keeps four: the first price of the interval (open), the highest, the lowest, and the last (close). The body reaches from open to close, the thin wicks to the extremes. A long wick says that the price was there and didn’t stay.',
      {
        figure: 'candle',
        caption: 'The four prices of a candle. A hollow body closed above its open, a filled one below.',
      },
      'A chart of a day is made of prices that a chart of a year never shows. If each point is a daily close, a fall of 20% that recovered before midnight isn’t there. So say which interval you mean when you talk about a high or a low.',
      'On long spans ordinary axes mislead. A rise from $1 to $2 and one from $1,000 to $1,001 take the same height, although the first doubled your money. A logarithmic axis gives equal height to equal percentages. For anything that has changed more than about threefold, it is the honest choice.',
      {
        example: {
          title: 'Equal steps on a logarithmic axis',
          lines: [
            ['$100 to $200', '+100%, one step'],
            ['$200 to $400', '+100%, one step'],
            ['$400 to $500', '+25%, a third of a step'],
          ],
        },
      },
      'Technical analysis is the study of such charts. It assumes that prices show how people behave and that people repeat themselves. That is sometimes true, and it is never certain. Nothing in a chart knows about a hacked bridge, a new law or a fund that has to sell. Use it to describe what has happened and to plan what you would do, and be wary of anyone who uses it to tell you what will happen.',
    ],
    quiz: {
      question: 'A candle opens at $50, falls to $42, rises to $53 and closes at $52. Where is its body?',
      options: ['From $42 to $50', 'From $42 to $53', 'From $52 to $53', 'From $50 to $52'],
      correct: 3,
      explanation:
        'The body reaches from open ($50) to close ($52). The wicks reach down to $42 and up to $53.',
    },
  },
  {
    title: 'Trend',
    blocks: [
      'Prices never move in a straight line, even when they plainly go somewhere. A trend is described by its turning points. In an uptrend each high is above the high before, and each low above the low before. In a downtrend both are lower. When the highs rise and the lows fall, or the other way round, there is no trend, and saying so is a result.',
      {
        figure: 'trend-steps',
        caption:
          'An uptrend by its turning points: every high and every low above the one before, until a low that is not.',
      },
      'The definition is useful because it says when it has ended. An uptrend is over, by definition, as soon as a low falls below the low before, or a high stops short of the high before. You don’t need an opinion about it. The price may well rise again afterwards; then it will make a new trend, with new points.',
      'Every trend has a span that it belongs to. Bitcoin may be in an uptrend on its monthly chart, in a downtrend on its daily one, and in neither on its hourly one, all at once. Decide which span matches how long you mean to hold, and read that one. Someone who means to hold for years and looks at hours is reading noise.',
      {
        example: {
          title: 'Is it still an uptrend?',
          lines: [
            ['Lows so far', '$80, $86, $91'],
            ['Highs so far', '$95, $102, $108'],
            ['New low at $93', 'above $91: the uptrend goes on'],
            ['New high at $112', 'above $108: it goes on'],
            ['Next low at $89', 'below $93: the uptrend has ended'],
          ],
        },
      },
      'Lines drawn along lows or highs make the slope visible. Two points always allow a line, so two points prove nothing; a third touch says a little. If you find yourself redrawing a line until it fits, the line is describing you.',
      'Trends persist a little more often than chance would have it, in many markets and over long periods. The effect is small, it fails for years, and costs can eat all of it. The practical lesson is modest: don’t assume that what has fallen far must turn, for a falling price has no floor that a chart could show.',
    ],
    quiz: {
      question:
        'Lows of $40, $44, $47 are followed by a low of $45. By the definition of this lesson, the uptrend has…',
      options: [
        'ended, because $45 is below $47',
        'continued, because $45 is above $40',
        'continued, because highs decide',
        'become twice as strong',
      ],
      correct: 0,
      explanation:
        'An uptrend needs each low above the low before. $45 is below $47, whatever the older lows were.',
    },
  },
  {
    title: 'Support, resistance and ranges',
    blocks: [
      'Some prices are remembered. Where many people bought before a rise, many wish they had bought more, and buy when the price returns: this is called support. Where many bought before a fall, many wait to get out even, and sell when the price comes back: this is resistance. Round numbers do the same for no better reason than that they are round.',
      'Draw them as zones and not as lines. A zone of two or three percent, touched several times, describes how people acted there. A line to the cent pretends to a precision that no crowd has.',
      {
        figure: 'range',
        caption:
          'A range: the price turns several times in two zones, then leaves upward and comes back to test the edge.',
      },
      'Between a support and a resistance the price is in a range, and much of the time that is where a coin is. In a range, buying near the bottom and selling near the top works until the day it doesn’t. The exit from a range is called a breakout. Many breakouts fail: the price looks out, finds no one, and falls back inside, often fast, because those who bought the breakout all sell together.',
      {
        example: {
          title: 'Reading a range',
          lines: [
            ['Support zone', '$18.00 to $18.50'],
            ['Resistance zone', '$22.00 to $22.60'],
            ['Height, from middle to middle', '$22.30 − $18.25 = $4.05'],
            ['From $18.60 up to $22.00', '+18.3%'],
            ['From $18.60 down to $17.90, just below', '−3.8%'],
          ],
        },
      },
      'The last two lines show what this is for. Near the bottom edge the way up is long and the way to being wrong is short. In the middle, at $20.30, it is $1.70 up to the resistance and $2.40 down to $17.90, so that more can be lost than won. A good deal of patience is refusing to act in the middle.',
      'Once broken, a level often changes sides: the old resistance becomes support, since those who missed the breakout buy when it returns. Each further touch makes a level better known and, as orders there are used up, not necessarily stronger.',
    ],
    quiz: {
      question:
        'A range has its support at $10 and its resistance at $14. Where is the price most favourable for a buyer who would give up at $9.60?',
      options: ['At $13.80', 'At $12.00', 'At $10.20', 'It makes no difference'],
      correct: 2,
      explanation:
        'At $10.20 the way to $14 is $3.80 and the way to $9.60 only $0.60. At $12 it is $2.00 against $2.40.',
    },
  },
  {
    title: 'Volume',
    blocks: [
      'Volume is how much was traded in an interval, usually in dollars. Price tells you where the last two people agreed; volume tells you how much money changed hands on the way there. A rise on large volume had to get past many sellers. The same rise on a quiet Sunday met a few, and a single large order on Monday can undo it.',
      {
        figure: 'volume-bars',
        caption: 'Two rises of the same height. The first has far more volume behind it than the second.',
      },
      'Absolute figures say little, since each coin has its own scale. Compare a day with the coin’s own ordinary day: today’s volume divided by the average of the last twenty. Around 1 is ordinary. Above 2, something is going on, and it is worth finding out what before drawing conclusions.',
      {
        example: {
          title: 'Relative volume, and turnover',
          lines: [
            ['Volume today', '$84 million'],
            ['Average of twenty days', '$30 million'],
            ['Relative volume', '84 ÷ 30 = 2.8'],
            ['Market cap', '$1.2 billion'],
            ['Turnover in a day', '84 ÷ 1,200 = 7%'],
          ],
        },
      },
      'Turnover, volume divided by market cap, shows how easily a coin can be sold. Large coins turn over a few percent a day. Far below one percent, the price on the screen is one you may not get. Far above a third, except for stablecoins, which are made to change hands, either everybody is running the same way or the volume isn’t real.',
      'That last point matters more here than in other markets. On unsupervised venues, trades in which the same person buys and sells, called wash trades, cost next to nothing and make a coin or an exchange look busy. Signs of it are a volume that never rests, a price that hardly moves in spite of huge volume, and an exchange that ranks low in visitors and high in volume. Data providers try to filter it, and none can do so entirely.',
      'Two readings are worth knowing by name. Divergence: the price makes a new high and volume keeps shrinking, so less and less money carries the rise. Climax: after a long move, a day with many times the usual volume and a wide swing, when the last of the crowd has joined. Both describe a state. Neither comes with a date.',
    ],
    quiz: {
      question:
        'A coin has a volume of $45 million today; its twenty-day average is $50 million. The price is up 12%. What fits best?',
      options: [
        'An unusually large crowd is behind the rise, so it is likely to last',
        'The volume is ordinary, so the rise has no special support from it',
        'The volume is below the average, which proves that the rise will be undone',
        'Nothing can be said about the volume without the market cap',
      ],
      correct: 1,
      explanation: '45 ÷ 50 = 0.9, an ordinary day. The volume neither confirms the rise nor disproves it.',
    },
  },
];
