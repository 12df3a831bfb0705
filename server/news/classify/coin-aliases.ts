import type { CoinId } from '#contract/units.ts';

/** Other names of coins in headlines, by coin id. */
export const coinAliases: Readonly<Record<CoinId, readonly string[]>> = {
  ethereum: ['Ether', 'ether'],
  bitcoin: ['bitcoin'],
  binancecoin: ['BNB Chain'],
  dogecoin: ['dogecoin'],
  'the-open-network': ['Toncoin', 'The Open Network'],
  'polygon-ecosystem-token': ['Polygon'],
  'hedera-hashgraph': ['Hedera'],
  near: ['NEAR Protocol', 'Near Protocol'],
  'usd-coin': ['USD Coin'],
};

/**
 * Coin names and symbols that are also common words or initials, in lower case. By themselves they do not identify a
 * coin; they do next to the symbol, or with a word as in `Flow blockchain` or `Render Network`.
 */
export const everydayWords: ReadonlySet<string> = new Set(
  `ace act ai alt ama aml amm amp ape api app arc ark ath atm atom audio audit aura avalanche axe bad ban
  band bank bat beam bean bear big bill bis bit blast blaze block blue blur boj bolt bomb bond bone book
  boost box bright bull cake call cash cat cats ceo cex cfo chain change chat cia civic clear cloud coin
  comp compound core cosmos cow cpi crown cto cult curve dao dash data dca decimal deep defi degen delta
  dent dex digital dms dog dogs doj dot dream drift ecb eden edge eigen elon energy era esg etf eu eve ever
  eye fbi fca fed fell fire first fit flame flare flow flux fly fold fomc form fox free ftx fud fun gala
  game gas gdp gem gift giga gods gold good gpu grass green grid ground group ham harmony helium hero high
  hive hodl home hook hot hunt ice icon id imf immutable index info ink insight io ip ipo iron irs jet jump
  jupiter just key kind king kyc lab land launch layer leo life light link lion llc llm loop lost love luna
  mad magic major maker man mantle mantra mask max mega meme merit mev mica mina mint mode moon more mother
  move movement much nano nba near nest net new next nfl nft nice night nova now nyse ocean official on one
  ons op open optimism oracle orbit orca order origin otc ox paid pal pay people pepe pi pine pixel plasma
  play plume pond port power ppi prime pro prom prop pulse pump punk quant quantum radiant rare raven ray
  real red render request reserve rev ring ripple rise rocket ronin rose run rune rwa safe saga sand scroll
  sea sec secret sei send shell sign silver sky smooth snow solar sonic soul south space spark spell spice
  sport stack stacks star stargate step storm story strike strong summer sun super swap sweat swell swift
  sync tag tao temple term terra the theta thor threshold time token ton top tower tps trade tree tribe
  trump trust turbo tvl uae ufc uk unit unity up usa usd usual vault vc velo venom venus verge vibe virtual
  vision volt wallet wave waves wax way we web whale white wild win wing wink wise wolf woo world worldwide
  worm wormhole yes yield you zap zero zk zone`.split(/\s+/),
);
