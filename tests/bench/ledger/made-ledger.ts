import type { LedgerEntry } from '../../../server/portfolio/ledger/engine/entry.ts';
import { parseAmount, parseMoney } from '../../../server/portfolio/ledger/engine/fixed-point.ts';
import { createRandom } from '../../support/create-random.ts';

const start = Date.UTC(2015, 0, 1);
const minute = 60_000;

export interface MadeTransaction {
  readonly id: string;
  readonly type: 'buy' | 'sell';
  readonly occurredAt: number;
  readonly coinId: string;
  readonly amount: string;
  readonly money: string;
  readonly fee: string;
}

/** Ten years of a trader's purchases and sales, each with a fee. Never sells more than is held. */
export function makeTransactions(count: number, coinCount: number): MadeTransaction[] {
  const random = createRandom(1);
  const everyMs = Math.floor((10 * 365 * 24 * 60) / count) * minute;
  const held = new Map<string, number>();
  return Array.from({ length: count }, (_, index) => {
    const coinId = `coin-${Math.floor(random() * coinCount)}`;
    const amount = (random() * 10 + 0.0001).toFixed(8);
    const there = held.get(coinId) ?? 0;
    const type = random() < 0.55 || there < Number(amount) + 1 ? 'buy' : 'sell';
    held.set(coinId, there + (type === 'buy' ? Number(amount) : -Number(amount)));
    return {
      id: `transaction-${index}`,
      type,
      occurredAt: start + index * everyMs,
      coinId,
      amount,
      money: (random() * 1_000 + 1).toFixed(2),
      fee: (random() + 0.01).toFixed(2),
    };
  });
}

export function toEntry({ id, type, occurredAt, ...made }: MadeTransaction, index: number): LedgerEntry {
  const coin = { coinId: made.coinId, amount: parseAmount(made.amount) };
  const money = { currency: 'USD', amount: parseMoney(made.money) };
  return {
    id,
    type,
    occurredAt,
    in: type === 'buy' ? coin : money,
    out: type === 'buy' ? money : coin,
    fee: { currency: 'USD', amount: parseMoney(made.fee) },
    value: null,
    wallet: 'main',
    toWallet: null,
    lots: [],
    acquiredAt: null,
    isDateAssumed: false,
    rowIdentity: null,
    createdAt: index,
  };
}
