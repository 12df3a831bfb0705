import fc from 'fast-check';
import type { EntryType, LedgerEntry, Leg } from '#server/portfolio/ledger/engine/entry.ts';
import { parseAmount, parseMoney } from '#server/portfolio/ledger/engine/fixed-point.ts';

const coins = ['bitcoin', 'ethereum', 'dogecoin'] as const;
const currencies = ['USD', 'EUR', 'XXX'] as const;
const wallets = ['main', 'kraken', 'elsewhere'] as const;
const types = [
  'buy',
  'buy',
  'buy',
  'sell',
  'sell',
  'swap',
  'transfer',
  'income',
  'gift_in',
  'gift_out',
  'spend',
  'loss',
  'fee',
  'opening',
] as const satisfies readonly EntryType[];

const start = Date.UTC(2023, 9, 20);
const hour = 3_600_000;

const decimal = fc
  .tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, places]) => (digits / 10 ** places).toFixed(places));

const seed = fc.record({
  type: fc.constantFrom(...types),
  coin: fc.constantFrom(...coins),
  other: fc.constantFrom(...coins),
  amount: decimal,
  otherAmount: decimal,
  money: fc.option(decimal, { freq: 4 }),
  currency: fc.constantFrom(...currencies, 'USD', 'USD', 'USD'),
  fee: fc.option(fc.record({ isCoin: fc.boolean(), amount: decimal }), { freq: 2 }),
  wallet: fc.constantFrom(...wallets, 'main', 'main'),
  toWallet: fc.constantFrom(...wallets),
  // Hours over fifty days: many at the same instant, some on the same day, some thirty days apart.
  hours: fc.integer({ min: 0, max: 1_200 }),
  isDateAssumed: fc.boolean(),
  donorDays: fc.option(fc.integer({ min: 1, max: 400 })),
  createdAt: fc.integer({ min: 0, max: 3 }),
  rowIdentity: fc.option(fc.constantFrom('a', 'b'), { freq: 1 }),
});
type Seed = typeof seed extends fc.Arbitrary<infer Value> ? Value : never;

/** Ledgers with every type of transaction, as the engine's entries. They may sell more than they hold. */
export const randomLedger: fc.Arbitrary<LedgerEntry[]> = fc
  .array(seed, { minLength: 1, maxLength: 30 })
  .map((seeds) => seeds.map(toEntry));

function toEntry(from: Seed, index: number): LedgerEntry {
  const { type, currency, hours } = from;
  const occurredAt = start + hours * hour;
  const legs = legsOf(from);
  const hasMoney = [legs.in, legs.out].some((leg) => leg !== null && 'currency' in leg);
  const fee = from.fee && toFee(from);
  const mayHaveValue = !['buy', 'sell', 'transfer', 'opening'].includes(type) && !hasMoney;
  return {
    id: `t${index}`,
    type,
    occurredAt,
    ...legs,
    fee: type === 'fee' ? null : fee,
    value: mayHaveValue && from.money !== null ? { currency, amount: parseMoney(from.money) } : null,
    wallet: from.wallet,
    toWallet: type === 'transfer' ? from.toWallet : null,
    lots: ['sell', 'spend', 'transfer'].includes(type)
      ? [{ transactionId: `t${(index * 7) % 5}`, amount: parseAmount('0.5') }]
      : [],
    acquiredAt:
      type === 'gift_in' && from.donorDays !== null ? occurredAt - from.donorDays * 24 * hour : null,
    isDateAssumed: type === 'opening' && from.isDateAssumed,
    rowIdentity: from.rowIdentity,
    createdAt: start + from.createdAt,
  };
}

function legsOf({ type, coin, other, amount, otherAmount, money, currency }: Seed): {
  in: Leg | null;
  out: Leg | null;
} {
  const leg = { coinId: coin, amount: parseAmount(amount) };
  const paid = money === null ? null : { currency, amount: parseMoney(money) };
  switch (type) {
    case 'buy':
    case 'opening':
      return { in: leg, out: paid };
    case 'sell':
      return { in: paid ?? { currency, amount: parseMoney('10') }, out: leg };
    case 'swap': {
      const second = other === coin ? (coin === 'bitcoin' ? 'ethereum' : 'bitcoin') : other;
      return { in: { coinId: second, amount: parseAmount(otherAmount) }, out: leg };
    }
    case 'income':
    case 'gift_in':
      return { in: leg, out: null };
    default:
      return { in: null, out: leg };
  }
}

function toFee({ fee, coin, other, currency, type }: Seed): Leg | null {
  if (fee === null) return null;
  if (!fee.isCoin) return { currency, amount: parseMoney(fee.amount) };
  return { coinId: type === 'transfer' ? coin : other, amount: parseAmount(fee.amount) };
}
