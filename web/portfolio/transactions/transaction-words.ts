import type { IncomeKind, Leg, Transaction, TransactionType } from '#contract/ledger/transaction.ts';
import { formatDay } from '../format-day.ts';

/** The names of the transaction types. */
export const typeNames: Readonly<Record<TransactionType, string>> = {
  buy: 'Buy',
  sell: 'Sell',
  swap: 'Swap',
  transfer: 'Transfer',
  income: 'Income',
  gift_in: 'Gift received',
  gift_out: 'Gift given',
  spend: 'Spend',
  loss: 'Loss',
  fee: 'Fee',
  opening: 'Opening',
};

/** The names of the kinds of income. */
export const kindNames: Readonly<Record<IncomeKind, string>> = {
  staking: 'Staking',
  interest: 'Interest',
  airdrop: 'Airdrop',
  mining: 'Mining',
  reward: 'Reward',
  fork: 'Fork',
  salary: 'Salary',
  other: 'Other',
};

/** The coin legs with their signs, the outgoing one first. A transfer has no sign. */
export function listLegs({ type, in: received, out }: Transaction): { leg: Leg; sign: '+' | '-' | '' }[] {
  return [
    ...(out ? [{ leg: out, sign: type === 'transfer' ? ('' as const) : ('-' as const) }] : []),
    ...(received ? [{ leg: received, sign: '+' as const }] : []),
  ].sort((a, b) => Number('currency' in a.leg) - Number('currency' in b.leg));
}

/** A transaction's name: `Sell, 2 Dec 2024`. */
export function nameTransaction({ type, occurredAt }: Pick<Transaction, 'type' | 'occurredAt'>): string {
  return `${typeNames[type]}, ${formatDay(occurredAt)}`;
}

/** The name of a transaction's wallet, or of both wallets of a transfer: `Kraken → Ledger`. Undefined until loaded. */
export function nameWallets(
  { wallet, toWallet }: Pick<Transaction, 'wallet' | 'toWallet'>,
  names: ReadonlyMap<string, string>,
): string | undefined {
  const [from, to] = [names.get(wallet), toWallet === null ? undefined : names.get(toWallet)];
  return from !== undefined && to !== undefined ? `${from} → ${to}` : from;
}
