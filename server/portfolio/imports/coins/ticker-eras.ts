import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { CoinId, Instant } from '#contract/units.ts';

/** The meaning of a ticker during some period. */
export interface TickerEra {
  /** Identifies the period in questions; null if the ticker always had this meaning. */
  readonly name: string | null;
  readonly coinId: CoinId;
  /** Whether only a price tells which coin it was, because some had exchanged it for another and others had not. */
  readonly isDoubtful?: boolean;
}

interface TickerEvent {
  readonly ticker: string;
  /** Set if only one exchange used it in this way. */
  readonly exchange?: ImportFormat;
  readonly coinId: CoinId;
  /** The first day (UTC) with this meaning. */
  readonly from?: string;
  /** The first day (UTC) with another meaning. */
  readonly to?: string;
  readonly isDoubtful?: boolean;
  readonly source: string;
}

/*
 * Coins that changed their ticker, and tickers that changed their coin. A row keeps the coin of its time, because the
 * coin it was migrated into is another coin, with another amount.
 */
const events: readonly TickerEvent[] = [
  { ticker: 'XBT', coinId: 'bitcoin', source: 'Kraken’s and BitMEX’s ticker for bitcoin, after ISO 4217' },
  { ticker: 'XDG', coinId: 'dogecoin', source: 'Kraken’s ticker for Dogecoin' },
  {
    ticker: 'LUNA',
    exchange: 'kraken',
    coinId: 'terra-luna',
    source: 'Kraken’s ticker for Terra Classic, also since 2022-05-28: Terra 2.0 is LUNA2 there',
  },
  {
    ticker: 'LUNA',
    exchange: 'binance',
    coinId: 'terra-luna',
    from: '2022-05-28',
    to: '2022-05-31',
    source: 'Binance: renamed its LUNA to LUNC late on 2022-05-28, and gave out Terra 2.0 on 2022-05-31',
  },
  {
    ticker: 'UST',
    exchange: 'binance',
    coinId: 'terrausd',
    from: '2022-05-28',
    to: '2022-05-31',
    source: 'Binance: renamed its UST to USTC late on 2022-05-28',
  },
  { ticker: 'LUNA', coinId: 'terra-luna', to: '2022-05-28', source: 'terra.money: genesis of Terra 2.0' },
  {
    ticker: 'LUNA',
    exchange: 'bitvavo',
    coinId: 'terra-luna',
    from: '2022-05-28',
    source: 'Bitvavo’s ticker for Terra Classic: Terra 2.0 is LUNA2 there',
  },
  {
    ticker: 'LUNA',
    exchange: 'gemini',
    coinId: 'terra-luna',
    from: '2022-05-28',
    source: 'Gemini’s LUNA was the token of Terra Classic on Ethereum, and it never had Terra 2.0',
  },
  { ticker: 'LUNA', coinId: 'terra-luna-2', from: '2022-05-28', source: 'terra.money: genesis of Terra 2.0' },
  { ticker: 'LUNC', coinId: 'terra-luna', source: 'Terra Classic since 2022-05-28' },
  {
    ticker: 'LUNA2',
    coinId: 'terra-luna',
    to: '2022-05-28',
    source: 'CoinTracking’s ticker for Terra, because an older coin had LUNA',
  },
  {
    ticker: 'LUNA2',
    exchange: 'cointracking',
    coinId: 'terra-luna',
    from: '2022-05-28',
    source: 'CoinTracking’s ticker for Terra Classic: Terra 2.0 is LUNA3 there',
  },
  {
    ticker: 'LUNA2',
    coinId: 'terra-luna-2',
    from: '2022-05-28',
    source: 'Kraken’s and Bitvavo’s ticker for Terra 2.0',
  },
  {
    ticker: 'LUNA3',
    exchange: 'cointracking',
    coinId: 'terra-luna-2',
    source: 'CoinTracking’s ticker for Terra 2.0',
  },
  { ticker: 'USTC', coinId: 'terrausd', source: 'TerraClassicUSD since 2022-05-28' },
  { ticker: 'UST', coinId: 'terrausd', to: '2022-05-28', source: 'TerraUSD until 2022-05-28' },
  { ticker: 'LEND', coinId: 'ethlend', source: 'Aave: 100 LEND became 1 AAVE from 2020-10-03' },
  { ticker: 'MATIC', coinId: 'matic-network', source: 'Polygon: 1 MATIC became 1 POL from 2024-09-04' },
  { ticker: 'POL', coinId: 'polygon-ecosystem-token', source: 'Polygon: 2024-09-04' },
  { ticker: 'BCHABC', coinId: 'bitcoin-cash', source: 'Bitcoin Cash after its split of 2018-11-15' },
  { ticker: 'BCHSV', coinId: 'bitcoin-cash-sv', source: 'Bitcoin SV after the split of 2018-11-15' },
  {
    ticker: 'BCC',
    exchange: 'binance',
    coinId: 'bitcoin-cash',
    to: '2018-11-16',
    source: 'Binance’s ticker for Bitcoin Cash until its split',
  },
  { ticker: 'EOS', coinId: 'eos', source: 'EOS: became Vaulta (A) from 2025-05-14' },
  { ticker: 'FTM', coinId: 'fantom', source: 'Fantom: 1 FTM became 1 S from 2024-12-18' },
  { ticker: 'RNDR', coinId: 'render-token', source: 'Render: RNDR became RENDER from 2023-11-02' },
  { ticker: 'RENDER', coinId: 'render-token', source: 'Render: RNDR became RENDER from 2023-11-02' },
  { ticker: 'OCEAN', coinId: 'ocean-protocol', source: 'ASI Alliance: OCEAN into FET from 2024-07-01' },
  { ticker: 'AGIX', coinId: 'singularitynet', source: 'ASI Alliance: AGIX into FET from 2024-07-01' },
  { ticker: 'FET', coinId: 'fetch-ai', source: 'Fetch.ai, part of the ASI Alliance since 2024-07-01' },
  { ticker: 'MIOTA', coinId: 'iota', source: 'Bitfinex’s and CoinMarketCap’s ticker for IOTA' },
  { ticker: 'XRB', coinId: 'nano', source: 'RaiBlocks became Nano on 2018-01-31' },
  { ticker: 'NANO', coinId: 'nano', source: 'Nano, XNO since 2021-11' },
  { ticker: 'XNO', coinId: 'nano', source: 'Nano since 2021-11' },
  { ticker: 'DAI', coinId: 'sai', to: '2019-11-18', source: 'MakerDAO: multi-collateral Dai on 2019-11-18' },
  {
    ticker: 'DAI',
    coinId: 'dai',
    from: '2019-11-18',
    source: 'MakerDAO: multi-collateral Dai on 2019-11-18',
  },
  { ticker: 'SAI', coinId: 'sai', source: 'MakerDAO: single-collateral Dai' },
  {
    ticker: 'BTT',
    coinId: 'bittorrent-old',
    to: '2022-01-12',
    source: 'BitTorrent: 1 BTT became 1,000 BTTC',
  },
  {
    ticker: 'BTT',
    exchange: 'binance',
    coinId: 'bittorrent-old',
    source: 'Binance exchanged its BTT for BTTC some days later, and has no other BTT',
  },
  {
    ticker: 'BTT',
    coinId: 'bittorrent-old',
    from: '2022-01-12',
    to: '2022-01-21',
    isDoubtful: true,
    source: 'BitTorrent: exchanges were asked to replace it by 2022-01-12, and some did so days later',
  },
  { ticker: 'BTTC', coinId: 'bittorrent', source: 'BitTorrent Chain since 2022-01-12' },
  { ticker: 'CGLD', coinId: 'celo', source: 'Coinbase’s former ticker for Celo' },
  { ticker: 'GNT', coinId: 'golem', source: 'Golem: 1 GNT became 1 GLM from 2020-11-19' },
  { ticker: 'GLM', coinId: 'golem', source: 'Golem since 2020-11-19' },
  { ticker: 'ERD', coinId: 'elrond-erd', source: 'Elrond: 1,000 ERD became 1 EGLD from 2020-09-03' },
  { ticker: 'STR', coinId: 'stellar', source: 'Poloniex’s ticker for Stellar' },
  { ticker: 'DRK', coinId: 'dash', source: 'Darkcoin became Dash on 2015-03-25' },
  { ticker: 'MCO', coinId: 'monaco', source: 'Crypto.com: MCO into CRO, 2020-08' },
];

const byTicker = Map.groupBy(events, ({ ticker }) => ticker);

const dayOf = (at: Instant) => new Date(at).toISOString().slice(0, 10);

/** The coins that a ticker came to mean after an instant, and did not mean before. */
export function listLaterCoins(ticker: string, at: Instant): CoinId[] {
  const day = dayOf(at);
  const isLater = ({ from = '' }: TickerEvent) => from > day;
  const own = byTicker.get(ticker) ?? [];
  const before = new Set(own.filter((event) => !isLater(event)).map(({ coinId }) => coinId));
  return own.filter((event) => isLater(event) && !before.has(event.coinId)).map(({ coinId }) => coinId);
}

/** The meaning of a ticker at an instant; null if it never changed or nothing certain is known. */
export function findEra(ticker: string, at: Instant, exchange: ImportFormat): TickerEra | null {
  const own = byTicker.get(ticker);
  if (!own) return null;
  const day = dayOf(at);
  const event = own.find(
    ({ from = '', to = '9', exchange: only }) =>
      from <= day && day < to && (only === undefined || only === exchange),
  );
  if (!event) return null;
  const { from, to, coinId, isDoubtful } = event;
  if (to !== undefined) return { name: `until ${to}`, coinId, ...(isDoubtful && { isDoubtful }) };
  return { name: from === undefined ? null : `from ${from}`, coinId };
}
