import type { PlainTransaction } from './plain-transaction.ts';

const ranks = ['buy income gift_in opening', 'swap transfer', 'sell gift_out spend loss fee'];
const rankOf = ({ type }: PlainTransaction) => ranks.findIndex((types) => types.split(' ').includes(type));

/** Sorts transactions as specified in section 6 of the contract. */
export function sortTransactions(transactions: readonly PlainTransaction[]): PlainTransaction[] {
  const keyOf = (tx: PlainTransaction) => [
    tx.at,
    rankOf(tx),
    tx.rowIdentity === null ? 1 : 0,
    tx.rowIdentity ?? '',
    tx.createdAt,
    tx.id,
  ];
  return [...transactions].sort((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    const index = one.findIndex((part, place) => part !== other[place]);
    return index < 0 ? 0 : one[index]! < other[index]! ? -1 : 1;
  });
}
