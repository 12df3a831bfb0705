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
/** Staked, with opt-in rewards, in a parachain, on hold, flexible, bonded; some with their term: `DOT28.S`. */
const staked = /^(.{1,20})\.(?:S|M|P|HOLD|F|B|T)$/;

/** The ticker of an asset as everybody else writes it. */
export function krakenTicker(asset: string): string {
  const code = asset.trim().toUpperCase();
  const suffix = staked.exec(code);
  // A term of days stands before the suffix; `ETH2` is a name of its own and the same coin.
  const bare = suffix?.[1]
    ? suffix[1] === 'ETH2'
      ? 'ETH'
      : suffix[1].replace(/(?<=^[A-Z]{3,5})\d{2}$/, '')
    : code;
  const known = renamed.get(bare);
  if (known) return known;
  return bare.length === 4 && bare.startsWith('Z') && isMoney(bare.slice(1)) ? bare.slice(1) : bare;
}

/** The two sides of `XXBTZUSD`, `ADAEUR`, `XBT/USD`. */
export function splitKrakenPair(pair: string): [base: string, quote: string] | null {
  const code = pair.trim().toUpperCase();
  if (/^[XZ][A-Z]{3}[XZ][A-Z]{3}$/.test(code)) {
    const sides = [code.slice(0, 4), code.slice(4)].map(krakenTicker);
    if (sides.every((side) => side.length < 4 || side === 'DOGE')) return [sides[0] ?? '', sides[1] ?? ''];
  }
  const sides = splitPair(code);
  return sides && [sides[0] === 'USDTZ' ? 'USDT' : krakenTicker(sides[0]), krakenTicker(sides[1])];
}
