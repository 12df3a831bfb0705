import type { IncomeKind } from '#contract/ledger/transaction.ts';

const words: readonly (readonly [word: RegExp, kind: IncomeKind])[] = [
  [/stak|masternode|minting|inflation/, 'staking'],
  [/interest|lending|savings|dividend|yield/, 'interest'],
  [/airdrop/, 'airdrop'],
  [/mining|mined/, 'mining'],
  [/fork/, 'fork'],
  [/salary|wage/, 'salary'],
  [/reward|bonus|cashback|referral|rebate|learn|commission|fee refund/, 'reward'],
  [/income/, 'other'],
];

/** Coins that are put away or come back, such as `stake`, `unstaked` or `savings redemption`. */
const principal =
  /\bstake[ds]?\b|unstak|redeem|redemption|withdraw|deposit|principal|purchase|subscription|transfer|\b(?:un)?lock/;
const earnings =
  /reward|interest|income|earn|bonus|dividend|airdrop|min(?:ing|ed)|fork|salary|wage|cashback|rebate|commission/;
/** Fees, except those that come back or are earned. A commission alone may be either. */
const cost = /^(?:(?!.*(?:refund|rebate|referral|cashback)).*\bfees?\b|(?:trad(?:e|ing) )?commissions?$)/;

/** The kind of income that a tracker's word stands for; null if it isn't income. */
export function incomeKindOf(word: string): IncomeKind | null {
  const plain = word.toLowerCase().replaceAll('_', ' ');
  if (cost.test(plain) || (principal.test(plain) && !earnings.test(plain))) return null;
  return words.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}
