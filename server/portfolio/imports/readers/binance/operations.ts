import type { IncomeKind } from '#contract/ledger/transaction.ts';

/** The meaning of an operation in the transaction history. */
export type BinanceOperation =
  | { readonly type: 'leg'; readonly side: string }
  | { readonly type: 'fee' }
  | { readonly type: 'move' }
  | { readonly type: 'internal' }
  | { readonly type: 'income'; readonly kind: IncomeKind }
  | { readonly type: 'unknown' };

/** Both legs of a trade map to the same side. The words vary, and old files have `Buy` on the coin paid too. */
const legs: ReadonlyMap<string, string> = new Map([
  ['buy', 'buy'],
  ['transaction buy', 'buy'],
  ['transaction spend', 'buy'],
  ['sell', 'sell'],
  ['transaction sold', 'sell'],
  ['transaction revenue', 'sell'],
  ['transaction related', 'related'],
]);
const pairs =
  /^(?:binance convert|large otc trading|buy crypto with card|buy crypto with fiat|small assets exchange bnb|eth 2\.0 staking|stablecoins auto-conversion|token swap - .{1,80}|token swap|auto-invest transaction|convert fiat to crypto ocbs)$/;
const moves = new Set([
  'deposit',
  'withdraw',
  'send',
  'fiat deposit',
  'fiat withdraw',
  'fiat withdrawal',
  'crypto deposit',
]);
const internal =
  /^(?:savings purchase|savings principal redemption|simple earn .{1,40} (?:subscription|redemption)|staking purchase|staking redemption|pos savings purchase|pos savings redemption|transfer between .{1,80}|transfer_in|transfer_out|launchpool subscription\/redemption|launchpad subscribe)$/;
const incomes: readonly (readonly [RegExp, IncomeKind])[] = [
  [
    /^(?:pos savings interest|staking rewards?|eth 2\.0 staking rewards|simple earn locked rewards?|bnb vault rewards|sol staking rewards?|defi staking rewards?)$/,
    'staking',
  ],
  [
    /^(?:savings interest|savings distribution|simple earn flexible interest|launchpool interest|launchpool earnings|pool distribution|locked interest|flexible interest)$/,
    'interest',
  ],
  [
    /^(?:airdrop assets|hodler airdrops distribution|cash voucher distribution|distribution|megadrop rewards)$/,
    'airdrop',
  ],
  [
    /^(?:commission rebate|referral commission|referral kickback|commission history|referrer rebates)$/,
    'reward',
  ],
];

/** The meaning of a word in the column `Operation`. */
export function classifyOperation(word: string): BinanceOperation {
  const name = word.trim().toLowerCase();
  const side = legs.get(name);
  if (side) return { type: 'leg', side };
  if (name === 'fee' || name === 'transaction fee') return { type: 'fee' };
  if (pairs.test(name)) return { type: 'leg', side: name };
  if (moves.has(name)) return { type: 'move' };
  if (internal.test(name)) return { type: 'internal' };
  const kind = incomes.find(([pattern]) => pattern.test(name))?.[1];
  return kind ? { type: 'income', kind } : { type: 'unknown' };
}
