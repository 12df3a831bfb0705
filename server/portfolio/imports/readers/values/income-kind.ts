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

/** The kind of income that a tracker's word stands for; null if it isn't income. */
export function incomeKindOf(word: string): IncomeKind | null {
  const plain = word.toLowerCase().replaceAll('_', ' ');
  return words.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}
