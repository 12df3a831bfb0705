import type { ArticleBody } from '../article.ts';

export const body: ArticleBody = [
  'A transfer of coins can’t be reversed. There is no bank between you and the other side, which is the point, and it means that checking is your part of the work. Here is the list, in the order in which mistakes happen. Print it if you like.',
  { heading: 'Before the first digit' },
  {
    list: [
      'Why am I sending this, and who asked me to? If the answer contains a stranger, a deadline or a fee to release money, stop.',
      'Is the page I am on the one I typed myself? Copies of well-known sites often advertise above search results.',
      'Do I have enough of the network’s own coin for the fee? Tokens on Ethereum need ether, and so on.',
    ],
  },
  { heading: 'Coin, network, address' },
  'All three have to match. The same coin may exist on several networks, and the same address may be valid on some of them. If you send a stablecoin over one network to an exchange that expects it over another, the coins arrive at an address nobody watches. Choose the network on the receiving side first, then the same one on the sending side.',
  {
    caption: 'What matches and what doesn’t',
    head: ['You send', 'They expect', 'Result'],
    rows: [
      ['ETH on Ethereum', 'ETH on Ethereum', 'Arrives'],
      ['USDC on Ethereum', 'USDC on Solana', 'The address is refused, or the coins are lost'],
      ['BTC on Bitcoin', 'An address that begins with bc1', 'Arrives'],
      ['XRP without the tag', 'XRP with a tag', 'Reaches the exchange, but not your account'],
    ],
  },
  'Copy the address, never type it, and then compare the first six and the last six characters with the source, not with the copy. Malware that replaces copied addresses is common, and it can choose addresses whose ends look similar, so compare a few in the middle for large sums. Some coins need a memo or tag besides the address. If the receiving side shows one, it isn’t optional.',
  { heading: 'The test payment' },
  'Send the smallest sensible sum and wait until it is there: credited, not merely seen. Then send the rest to the same address from the same form. The second fee is cheap insurance. Skip it only for sums you can afford to lose.',
  { heading: 'After sending' },
  {
    list: [
      'Note the transaction’s id. It is the only thing support can work with.',
      'Look it up in a block explorer. “Pending” means that it isn’t in a block yet. The number beside “confirmed” counts the blocks from its own to the newest.',
      'If it stays pending for a long time, the fee was probably too low. Many wallets can raise it. Don’t send again before you know.',
      'Record it in your portfolio. A transfer between your own wallets costs you the fee and nothing else.',
    ],
  },
  'If it went wrong anyway, write to the receiving service with the id, and be patient. And be warned: if you ask in public, helpful strangers will offer within hours to recover the coins for a payment in advance. They can’t. If anybody can help, it is the service that received them, and it asks for no such payment.',
];
