/** A feed that news come from: RSS, Atom or JSON. */
export interface Feed {
  readonly address: string;
  /** How its articles' source is called; undefined: by the feed's own title. */
  readonly name?: string;
}

/** The publishers that are read where `NEWS_FEEDS` names no others. Each offers its headlines for readers of feeds. */
export const builtInFeeds: readonly Feed[] = [
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
