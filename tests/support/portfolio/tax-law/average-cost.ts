import {
  closes,
  dayAfter,
  dayIn,
  feeValue,
  listMovements,
  type SimpleTransaction,
} from './simple-transactions.ts';

interface DatedGain {
  readonly at: number;
  readonly gain: number;
}

/**
 * Canada: one average cost over all wallets (ITA 47(1)). The share min(sold, acquired from 30 days before to 30 after,
 * held at the end of that time) ÷ sold of a loss is denied and added to the cost (ITA 54, 40(2)(g)(i), 53(1)(f)). Gifts
 * count at market value.
 */
export function listCanadianGains(transactions: readonly SimpleTransaction[]): DatedGain[] {
  const toronto = dayIn('America/Toronto');
  const byCoin = Map.groupBy(
    listMovements(transactions, { giftsAt: 'market' }).filter(({ kind }) => kind !== 'transfer'),
    ({ coin }) => coin,
  );
  return [...byCoin.values()].flatMap((movements) => {
    let [held, cost] = [0, 0];
    return movements.flatMap(({ kind, transaction, amount, money }): DatedGain[] => {
      if (kind === 'in') {
        held += amount;
        cost += money;
        return [];
      }
      const share = (cost * amount) / held;
      held -= amount;
      cost -= share;
      const gain = money - share;
      if (gain >= 0) return [{ at: transaction.at, gain }];
      const day = toronto(transaction.at);
      const [first, last] = [dayAfter(day, -30), dayAfter(day, 30)];
      const until = movements.filter((one) => toronto(one.transaction.at) <= last);
      const sum = (rows: typeof movements) => rows.reduce((total, row) => total + row.amount, 0);
      const acquired = sum(until.filter((row) => row.kind === 'in' && toronto(row.transaction.at) >= first));
      const atEnd =
        sum(until.filter((row) => row.kind === 'in')) - sum(until.filter((row) => row.kind === 'out'));
      const denied = (-gain * Math.max(0, Math.min(amount, acquired, atEnd))) / amount;
      cost += denied;
      return [{ at: transaction.at, gain: gain + denied }];
    });
  });
}

/**
 * France, art. 150 VH bis III: gain = price − fees − cost × price ÷ value of all coins just before. That share is
 * taken off the cost, also for a gift. The cost is what was paid in money, or the value of income and gifts; swaps
 * don't change it.
 */
export function listFrenchGains(transactions: readonly SimpleTransaction[]): DatedGain[] {
  const held = new Map<keyof typeof closes, number>();
  const move = (coin: keyof typeof closes, amount: number) => held.set(coin, (held.get(coin) ?? 0) + amount);
  let cost = 0;
  return transactions.flatMap((transaction): DatedGain[] => {
    const { type, coin, amount, money, fee, other, at } = transaction;
    const gains: DatedGain[] = [];
    if (type === 'buy') cost += money + (fee?.of === 'money' ? fee.amount : 0);
    if (type === 'income' || type === 'gift_in') cost += money;
    if (type === 'sell' || type === 'spend' || type === 'gift_out') {
      const price = type === 'gift_out' ? amount * closes[coin] : money;
      const all = [...held].reduce((sum, [each, count]) => sum + count * closes[each], 0);
      const share = (cost * price) / Math.max(all, price);
      cost -= share;
      if (type !== 'gift_out') gains.push({ at, gain: price - feeValue(transaction) - share });
    }
    const comes = type === 'buy' || type === 'income' || type === 'gift_in';
    if (type !== 'transfer') move(coin, comes ? amount : -amount);
    if (other) move(other.coin, other.amount);
    if (fee && fee.of !== 'money') move(fee.of, -fee.amount);
    return gains;
  });
}
