import type { ArticleBody } from '../article.ts';

export const body: ArticleBody = [
  'A transfer of coins can’t be called back. There is no bank between you and the other side, which is the point, and it means that checking is your part of the work. Here is the list, in the order in which mistakes happen. Print it if you like.',
  { heading: 'Before the first digit' },
  {
    list: [
      'Why am I sending this, and who asked me to? If the answer contains a stranger, a deadline or a fee to release money, stop.',
      'Is the page I am on the one I typed myself? Advertisements above search results are a favourite place for copies.',
      'Have I enough of the network’s own coin for the fee? Tokens on Ethereum need ether, and so on.',
    ],
  },
  { heading: 'Coin, network, address' },
  'All three have to fit. The same coin may exist on several networks, and the same address may be valid on some of them. If you send a stablecoin over one network to an exchange that expects it over another, the coins arrive at an address nobody watches. Choose the network on the receiving side first, then the same one on the sending side.',
  {
    caption: 'What fits and what doesn’t',
    head: ['You send', 'They expect', 'Result'],
    rows: [
      ['ETH on Ethereum', 'ETH on Ethereum', 'Arrives'],
      ['USDC on Ethereum', 'USDC on Solana', 'The address is refused, or the coins go astray'],
      ['BTC on Bitcoin', 'An address that begins with bc1', 'Arrives'],
      ['XRP without the tag', 'XRP with a tag', 'Arrives at the exchange, not at your account'],
    ],
  },
  'Copy the address, never type it, and then compare the first six and the last six characters with the source, not with the copy. Malware that replaces copied addresses is common, and it can choose addresses whose ends look similar, so compare a few in the middle for large sums. Some coins need a memo or tag besides the address. If the receiving side shows one, it isn’t optional.',
  { heading: 'The test payment' },
  'Send the smallest sensible sum and wait until it is there: credited, not merely seen. Then send the rest to the same address from the same form. The second fee is a cheap insurance. Do without it only for sums you could lose without minding.',
  { heading: 'After sending' },
  {
    list: [
      'Note the transaction’s id. It is the only thing support can work with.',
      'Look it up in a block explorer. “Pending” means that it has not been included yet; “confirmed” with a count means how many blocks stand on top of it.',
      'If it is pending for long, the fee was probably too low. Many wallets can raise it. Don’t send again before you know.',
      'Change the amounts in your portfolio only if the coins have left it. A transfer between your own wallets changes nothing but the fee.',
    ],
  },
  'If it went wrong all the same, write to the receiving service with the id, and be patient. And be warned: within hours of asking in public, helpful people will offer to recover the coins for a payment in advance. They can’t. If anybody can help, it is the service that received them, and it asks for no such payment.',
];
