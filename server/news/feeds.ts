import type { Config } from '#server/config/config.ts';

/** A news feed: RSS, Atom or JSON. */
export interface Feed {
  readonly address: string;
  /** The source name of its articles; undefined to use the feed's own title. */
  readonly name?: string;
  /** Whether its address may be on a private network: the operator named it. */
  readonly mayBePrivate?: boolean;
}

/** The feeds used unless `NEWS_FEEDS` is set. Each publisher offers its headlines to feed readers. */
const builtInFeeds: readonly Feed[] = [
  { name: 'CoinDesk', address: 'https://www.coindesk.com/arc/outboundfeeds/rss' },
  { name: 'Cointelegraph', address: 'https://cointelegraph.com/rss' },
  { name: 'The Block', address: 'https://www.theblock.co/rss.xml' },
  { name: 'Decrypt', address: 'https://decrypt.co/feed' },
  { name: 'Blockworks', address: 'https://blockworks.com/feed' },
  { name: 'DL News', address: 'https://www.dlnews.com/arc/outboundfeeds/rss/' },
  { name: 'The Defiant', address: 'https://thedefiant.io/api/feed' },
  { name: 'Bitcoin Magazine', address: 'https://bitcoinmagazine.com/feed' },
  { name: 'CryptoSlate', address: 'https://cryptoslate.com/feed/' },
  { name: 'BeInCrypto', address: 'https://beincrypto.com/feed/' },
  { name: 'Bitcoinist', address: 'https://bitcoinist.com/feed/' },
  { name: 'Protos', address: 'https://protos.com/feed/' },
];

/** The feeds of a configuration. Nobody vouches for where the DNS of a built-in one leads, so it must be public. */
export function listFeeds({ feeds }: Config['news']): readonly Feed[] {
  if (feeds === 'built-in') return builtInFeeds;
  return feeds.map((address) => ({ address, mayBePrivate: true }));
}
