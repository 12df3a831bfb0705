/**
 * Whether a file's name says that it has withdrawals; null if it says nothing, or names deposits too. KuCoin names both
 * before the kind: `Deposit_Withdrawal History_Deposit History.csv`.
 */
export function isWithdrawalByName(fileName: string): boolean | null {
  const count = (word: RegExp) => fileName.match(word)?.length ?? 0;
  const difference = count(/withdraw/gi) - count(/deposit/gi);
  return difference === 0 ? null : difference > 0;
}
