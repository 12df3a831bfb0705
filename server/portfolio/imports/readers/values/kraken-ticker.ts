import { isMoney, splitPair } from './money.ts';

const renamed: ReadonlyMap<string, string> = new Map([
  ['XXBT', 'BTC'],
  ['XBT', 'BTC'],
  ['XXDG', 'DOGE'],
  ['XDG', 'DOGE'],
  ['XETH', 'ETH'],
  ['XXRP', 'XRP'],
  ['XLTC', 'LTC'],
  ['XXLM', 'XLM'],
  ['XXMR', 'XMR'],
  ['XZEC', 'ZEC'],
  ['XETC', 'ETC'],
  ['XREP', 'REP'],
  ['XMLN', 'MLN'],
  ['XICN', 'ICN'],
]);
const quotes =
  'EUR USD GBP CAD JPY AUD CHF XBT BTC ETH USDT USDC DAI DOT PYUSD RLUSD USDG USDQ USDR EURC EURQ EURR'.split(
    ' ',
  );
/** Suffixes for staked, opt-in rewards, parachain, on hold, flexible, bonded. Some have a term: `DOT28.S`. */
const staked = /^(.{1,20})\.(?:S|M|P|HOLD|F|B|T)$/;

/** Translates Kraken's asset code to the usual ticker. */
export function krakenTicker(asset: string): string {
  const code = asset.trim().toUpperCase();
  const suffix = staked.exec(code);
  // A term in days may precede the suffix. `ETH2` is the same coin as ETH.
  const bare = suffix?.[1]
    ? suffix[1] === 'ETH2'
      ? 'ETH'
      : suffix[1].replace(/(?<=^[A-Z]{3,5})\d{2}$/, '')
    : code;
  const known = renamed.get(bare);
  if (known) return known;
  return bare.length === 4 && bare.startsWith('Z') && isMoney(bare.slice(1)) ? bare.slice(1) : bare;
}

/** Splits pairs such as `XXBTZUSD`, `ADAEUR` and `XBT/USD`. */
export function splitKrakenPair(pair: string): [base: string, quote: string] | null {
  const code = pair.trim().toUpperCase();
  if (/^[XZ][A-Z]{3}[XZ][A-Z]{3}$/.test(code)) {
    const sides = [code.slice(0, 4), code.slice(4)].map(krakenTicker);
    if (sides.every((side) => side.length < 4 || side === 'DOGE')) return [sides[0] ?? '', sides[1] ?? ''];
  }
  const sides = splitPair(code, [], quotes);
  return sides && [sides[0] === 'USDTZ' ? 'USDT' : krakenTicker(sides[0]), krakenTicker(sides[1])];
}
