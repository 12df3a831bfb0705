import { listMovements, type Movement, type SimpleTransaction } from './simple-transactions.ts';

/** The part of a disposal that comes from one lot. */
interface LotGain {
  readonly at: number;
  readonly acquiredAt: number;
  readonly gain: number;
}

interface Lot {
  readonly acquiredAt: number;
  amount: number;
  cost: number;
}

/**
 * First in, first out: over all wallets (United States to 2024, Treas. Reg. § 1.1012-1(c) as applied by FAQ A41) or in
 * each wallet (Germany, BMF letter of 6 March 2025; United States with that basis). Gifts given have no gain.
 */
export function listLotGains(
  transactions: readonly SimpleTransaction[],
  { isByWallet, swapFeesFrom }: { readonly isByWallet: boolean; readonly swapFeesFrom?: number },
): LotGain[] {
  const lots = new Map<string, Lot[]>();
  const lotsOf = (coin: string, wallet: string) => {
    const key = isByWallet ? `${coin} ${wallet}` : coin;
    const known = lots.get(key) ?? [];
    lots.set(key, known);
    return known;
  };
  const take = ({ coin, amount, transaction }: Movement): Lot[] => {
    const own = lotsOf(coin, transaction.wallet).sort((a, b) => a.acquiredAt - b.acquiredAt);
    const taken: Lot[] = [];
    let wanted = amount;
    while (wanted > 1e-9) {
      const lot = own[0]!;
      const part = Math.min(wanted, lot.amount);
      const cost = (lot.cost * part) / lot.amount;
      taken.push({ acquiredAt: lot.acquiredAt, amount: part, cost });
      lot.amount -= part;
      lot.cost -= cost;
      wanted -= part;
      if (lot.amount <= 1e-9) own.shift();
    }
    return taken;
  };
  return listMovements(transactions, {
    giftsAt: 'given',
    ...(swapFeesFrom !== undefined && { swapFeesFrom }),
  }).flatMap((movement): LotGain[] => {
    const { kind, coin, amount, money, transaction } = movement;
    if (kind === 'in') {
      lotsOf(coin, transaction.wallet).push({ acquiredAt: transaction.at, amount, cost: money });
      return [];
    }
    if (kind === 'transfer') {
      if (isByWallet) lotsOf(coin, transaction.toWallet!).push(...take(movement));
      return [];
    }
    const taken = take(movement);
    if (transaction.type === 'gift_out') return [];
    return taken.map((lot) => ({
      ...{ at: transaction.at, acquiredAt: lot.acquiredAt },
      gain: (money * lot.amount) / amount - lot.cost,
    }));
  });
}
