import { dayAfter, dayIn, listMovements, type SimpleTransaction } from './simple-transactions.ts';

interface DayGain {
  readonly day: string;
  readonly coin: string;
  readonly gain: number;
}

interface DaySum {
  amount: number;
  money: number;
}

/**
 * The United Kingdom, from the text of TCGA 1992: a day's acquisitions count as one, and so do its disposals (s.
 * 105(1)(a)). They are matched on the same day (s. 105(1)(b)), then within the 30 days after, earlier disposals first
 * (s. 106A(5)), then with the section 104 holding at its average (s. 104). Gifts count at market value (s. 17).
 */
export function listBritishGains(transactions: readonly SimpleTransaction[]): DayGain[] {
  const london = dayIn('Europe/London');
  const gains: DayGain[] = [];
  const byCoin = Map.groupBy(listMovements(transactions, { giftsAt: 'market' }), ({ coin }) => coin);
  for (const [coin, movements] of byCoin) {
    const sumOf = (kind: 'in' | 'out') => {
      const sums = new Map<string, DaySum>();
      for (const { transaction, amount, money } of movements.filter((one) => one.kind === kind)) {
        const sum = sums.get(london(transaction.at)) ?? { amount: 0, money: 0 };
        sums.set(london(transaction.at), { amount: sum.amount + amount, money: sum.money + money });
      }
      return sums;
    };
    const [bought, sold] = [sumOf('in'), sumOf('out')];
    const days = [...new Set([...bought.keys(), ...sold.keys()])].sort();
    const left = new Map([...sold].map(([day, { amount }]) => [day, amount]));
    const costs = new Map<string, number>();
    const match = (day: string, boughtOn: string) => {
      const from = bought.get(boughtOn);
      const wanted = left.get(day) ?? 0;
      if (!from || from.amount === 0 || wanted === 0) return;
      const part = Math.min(wanted, from.amount);
      const cost = (from.money * part) / from.amount;
      bought.set(boughtOn, { amount: from.amount - part, money: from.money - cost });
      left.set(day, wanted - part);
      costs.set(day, (costs.get(day) ?? 0) + cost);
    };
    for (const day of days) match(day, day);
    for (const day of days) for (let after = 1; after <= 30; after += 1) match(day, dayAfter(day, after));
    const pool = { amount: 0, money: 0 };
    for (const day of days) {
      const added = bought.get(day) ?? { amount: 0, money: 0 };
      pool.amount += added.amount;
      pool.money += added.money;
      const removed = left.get(day) ?? 0;
      const cost = removed === 0 ? 0 : (pool.money * removed) / pool.amount;
      pool.amount -= removed;
      pool.money -= cost;
      const disposal = sold.get(day);
      if (disposal) gains.push({ day, coin, gain: disposal.money - (costs.get(day) ?? 0) - cost });
    }
  }
  return gains;
}
