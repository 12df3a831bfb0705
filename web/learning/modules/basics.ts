import type { Lesson } from '../lesson.ts';

/** The lessons of "Cryptocurrency Basics". */
export const lessons: readonly Lesson[] = [
  {
    title: 'What a blockchain is',
    blocks: [
      'Money in a bank is a line in the bank’s book. You trust the bank to keep that book honestly, and nobody else may write in it. A blockchain is the same kind of book, kept by thousands of computers at once, none of which has to trust another.',
      'Payments are gathered into blocks. Every block carries a fingerprint, called a hash, which is calculated from all that the block contains. Change one digit of one payment and the fingerprint comes out completely different. Every block also contains the fingerprint of the block before it, and that is the chain.',
      {
        figure: 'block-chain',
        caption:
          'Each block contains the fingerprint of the one before. A change in block 101 would give it a different fingerprint, and block 102 would no longer fit.',
      },
      'Suppose somebody wants to take back a payment made an hour ago. The block that holds it would have to be changed, so its fingerprint changes, so the next block no longer fits, and so on to the newest one. All of them would have to be made again, faster than everyone else combined adds new ones. This is why a payment becomes safer the more blocks stand on top of it, and why exchanges wait for several of these confirmations before they count your deposit.',
      'Who may add the next block? Bitcoin gives the right to whoever first finds a number that makes the fingerprint small enough, which takes electricity and luck; about one block in ten minutes is found. Ethereum picks from those who have locked up coins of their own, and makes them lose part of it when they cheat; it adds a block every twelve seconds.',
      'A blockchain proves what happened in its own book, and nothing else. It can’t know whether the goods you paid for were sent, whether you meant the address you typed, or what a coin is worth in dollars. There is no office that reverses a mistake. That is the price of needing no office at all.',
    ],
    quiz: {
      question: 'Why is an old payment harder to change than a new one?',
      options: [
        'Old blocks are encrypted with longer keys than new ones',
        'The computers delete the keys that signed old payments',
        'Whoever received an old payment has already spent it',
        'Every block after it would have to be made again as well',
      ],
      correct: 3,
      explanation:
        'Each block contains the fingerprint of the one before, so a change breaks every later block. The more of them there are, the more work it takes.',
    },
  },
  {
    title: 'Keys, addresses and wallets',
    blocks: [
      'A coin is never in a wallet. Coins are entries in the public book, and each entry says which key may move it. What a wallet keeps is the key. Anyone who has the key can spend the coins; anyone who has lost it can’t, whatever papers they hold.',
      'Keys come in pairs. The private key is a random number, so large that no two people will ever draw the same one by chance: for Bitcoin it is one of about 10 to the power of 77, which is a 1 with 77 zeros. From it the wallet calculates a public key, and from that an address. The calculation goes one way only. From the address nobody can work back to the private key.',
      {
        figure: 'key-pair',
        caption: 'Each step is quick from left to right, and practically impossible from right to left.',
      },
      'To pay, the wallet signs a message such as “0.1 from this address to that one” with the private key. Everybody can check the signature against the address, and nobody learns the key. Only the signed message has to be sent.',
      'Most wallets show you 12 or 24 English words when you set them up. All your keys are calculated from these words. They are the backup, and they are also the keys: a photo of them in a cloud folder is a copy of your money lying there. Write them on paper, keep them where you would keep a passport, and type them nowhere except into a wallet you are restoring yourself. No honest support team will ever ask for them.',
      'If you leave coins on an exchange, the exchange has the keys and you have its promise. That is convenient, and often sensible for small sums, but it is a different thing: a promise can be broken, frozen or lost in a bankruptcy, as customers of Mt. Gox in 2014 and FTX in 2022 found out.',
    ],
    quiz: {
      question:
        'A support agent in a chat asks for your 12 recovery words to unlock a stuck payment. What is it?',
      options: [
        'Routine, as long as the chat is on the wallet’s own website',
        'Harmless, as long as you give only six of the twelve words',
        'An attempt to steal everything that the wallet holds',
        'Necessary, though only for payments of over $1,000',
      ],
      correct: 2,
      explanation:
        'The words are the keys. Anyone who learns them can move every coin, and no repair of any kind needs them.',
    },
  },
  {
    title: 'Where new coins come from',
    blocks: [
      'Every coin follows a rule for its supply, written into the software that all its computers run. Read that rule before you read any forecast of the price, because it says how much your share will be diluted by new coins.',
      'Bitcoin’s rule is the best known. Whoever adds a block may create new bitcoin for themselves: 50 in each block at the start in 2009, and half as much after every 210,000 blocks, which is about four years. Since April 2024 it has been 3.125. The sum of all these rewards approaches 21 million and never passes it.',
      {
        figure: 'issuance',
        caption:
          'New bitcoin in each block: at the start in 2009, and after each of the four halvings so far.',
      },
      {
        example: {
          title: 'How fast bitcoin is diluted now',
          lines: [
            ['Blocks in a day, one in ten minutes', '144'],
            ['New bitcoin in a day', '144 × 3.125 = 450'],
            ['New bitcoin in a year', '450 × 365 = 164,250'],
            ['Share of about 20 million in circulation', '0.8% a year'],
          ],
        },
      },
      'In 2012, just before the first halving, the same calculation gave 25% a year. Other coins have other rules. Ethereum has no fixed maximum: it creates ether for those who secure it and destroys part of every fee, so its supply grows in quiet times and can shrink in busy ones. Some coins were created all at once and are released on a schedule over several years. Most stablecoins are issued when somebody deposits dollars, and destroyed when the dollars are withdrawn.',
      'Two numbers on a coin’s page tell the story. Circulating supply is what can be traded today. Total supply includes coins that exist and are still locked or held back; N/A means that no figure is published. A third, the max supply, is the most there will ever be. Where there is such a limit, the coin’s own documents state it. A wide gap between circulating and total supply means that someone is going to receive coins later, and may sell them.',
    ],
    quiz: {
      question: 'A coin has 10 million in circulation and 100 million in total. What does the gap mean?',
      options: [
        'Nine times as many coins as now circulate can still come to market',
        'The price will rise tenfold once all of the coins are in circulation',
        '90 million coins were lost, together with the keys that move them',
        'Nobody can be diluted, because the total is fixed already',
      ],
      correct: 0,
      explanation:
        '100 − 10 = 90 million coins exist and are not traded yet. When they are released, each coin in circulation is a smaller part of the whole.',
    },
  },
  {
    title: 'Price, supply and market cap',
    blocks: [
      'A price by itself says nothing about size. A coin at $0.20 is not cheap and a coin at $60,000 is not expensive; they are cut into different numbers of pieces. To compare coins, multiply: market cap is the price times the circulating supply.',
      {
        example: {
          title: 'Two coins, compared',
          lines: [
            ['Coin A: $0.20 × 50 billion coins', '$10 billion'],
            ['Coin B: $500 × 10 million coins', '$5 billion'],
            ['For A to cost $500', '50 billion × $500 = $25 trillion'],
          ],
        },
      },
      'Coin A has the lower price and is twice as large. The last line is the useful one. “It only has to reach the price of B” would make A worth $25 trillion, several times all coins together today. The question to ask is never what price a coin could reach, but how large it would then be.',
      {
        figure: 'market-caps',
        caption:
          'The area shows the market cap: the height is the price, the width the supply. The areas are to scale; the sides are not. The tall thin coin is the smaller one.',
      },
      'Market cap is not money that was paid in. The price is that of the last trade, and it is applied to every coin in circulation. If a billion coins circulate and a single one changes hands at $2 after the trade before it was at $1, the market cap has risen by $1 billion and one person has spent $2. It works the same way downward, and it is why small coins can “lose” billions in an hour.',
      'That is why volume belongs beside it. The 24-hour volume is how much was really traded. A coin with a market cap of $1 billion and a volume of $200,000, a fiftieth of one percent, can’t be sold at its price by anybody who owns much of it. Dominance is one coin’s market cap as a share of the market cap of all coins; when Bitcoin’s dominance rises while everything falls, the others are falling faster.',
    ],
    quiz: {
      question: 'Coin X costs $4 and has 250 million coins in circulation. What is its market cap?',
      options: ['$62.5 million', '$250 million', '$1 billion', '$4 billion'],
      correct: 2,
      explanation: '$4 × 250 million = $1,000 million, which is $1 billion.',
    },
  },
  {
    title: 'Buying a first coin, and keeping it',
    blocks: [
      'Buying takes minutes; the mistakes that cost most are made before and after. Choose an exchange that is licensed where you live, turn on two-factor sign-in with an app rather than by text message, and send a small sum first. Then look at what you really paid.',
      'The cost of a purchase has three parts. The fee is what the exchange says it charges. The spread is the gap between the price to buy and the price to sell, and “no fee” offers usually earn their money from it. The network fee is paid when you move the coins to a wallet of your own, and it doesn’t depend on how much you move.',
      {
        example: {
          title: 'What $500 buys',
          lines: [
            ['Paid', '$500.00'],
            ['Fee of 0.5%', '−$2.50'],
            ['Spread of 0.4% on the rest', '−$1.99'],
            ['Network fee to your own wallet', '−$3.00'],
            ['Arrives', '$492.51, so it cost 1.5%'],
          ],
        },
      },
      'The price has to rise by about that much before you break even, and selling has its own cost. With a purchase of $20 the same network fee alone would be 15%. Fewer, larger moves are cheaper than many small ones.',
      'Before you send coins, check three things: the network, because an address on one chain may not exist on another; the first and last six characters of the address, because malware replaces copied ones; and that a test payment of a few dollars has arrived. A payment can’t be undone.',
      'Nearly all thefts from individuals follow a few patterns. Someone offers a guaranteed return. Someone you met online shows you a platform where your money grows and then asks a fee to release it. A famous person promises to send back double. A website imitates your wallet’s and asks for the recovery words. The rule that covers all of them: nobody who approaches you has a reason to make you rich, and anything that must be done within the hour can be left undone.',
    ],
    quiz: {
      question:
        'You spend $500 as in the example, and $492.51 arrives. By how much must the price rise until the coins are worth $500 again?',
      options: ['About 0.8%', 'About 1.5%', 'About 3.0%', 'About 7.5%'],
      correct: 1,
      explanation:
        '$492.51 has to become $500 again: 500 ÷ 492.51 = 1.0152, a rise of about 1.5%. Selling has its own cost on top.',
    },
  },
];
