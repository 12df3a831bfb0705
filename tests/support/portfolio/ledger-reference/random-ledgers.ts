import fc from 'fast-check';
import type { LedgerEntry, Leg } from '../../../../server/portfolio/ledger/engine/entry.ts';
import { parseAmount, parseMoney } from '../../../../server/portfolio/ledger/engine/fixed-point.ts';
import type { PlainLeg, PlainTransaction, PlainValues } from './plain-transaction.ts';

const coins = ['alpha', 'beta', 'gamma'];
const hourMs = 3_600_000;
/** Two days before summer time starts in London. */
const start = Date.UTC(2024, 2, 29);
const dayCount = 45;

const moments = fc
  .tuple(fc.nat(dayCount - 1), fc.constantFrom(0, 1, 12, 22.5, 23, 23.5))
  .map(([day, hour]) => start + (day * 24 + hour) * hourMs);

/** Amounts with few digits, so that lots tie, or with many, so that parts are rounded. */
const amounts = fc.oneof(
  fc.integer({ min: 1, max: 4 }).map(String),
  fc.bigInt({ min: 1n, max: 10n ** 20n }).map((units) => withPlaces(units, 18)),
  fc.integer({ min: 1, max: 999 }).map((units) => withPlaces(BigInt(units), 2)),
  fc.constantFrom('0.000000000000000001', '0.000000000000000003'),
);

function withPlaces(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const currencies = fc.constantFrom('USD', 'USD', 'EUR');
const money = fc.record({ currency: currencies, amount: amounts }) satisfies fc.Arbitrary<PlainLeg>;
const coinLeg = fc.record({
  coin: fc.constantFrom(...coins),
  amount: amounts,
}) satisfies fc.Arbitrary<PlainLeg>;
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const wallets = fc.constantFrom('main', 'cold', 'elsewhere');

const drafts = fc.record({
  type: fc.constantFrom<PlainTransaction['type']>(
    ...(['buy', 'buy', 'buy', 'sell', 'sell', 'swap', 'transfer', 'income', 'gift_in', 'gift_out'] as const),
    ...(['spend', 'loss', 'fee', 'opening'] as const),
  ),
  at: moments,
  one: coinLeg,
  other: coinLeg,
  money,
  isMoneyKnown: fc.nat(4).map((chance) => chance > 0),
  value: maybe(money),
  fee: maybe(fc.oneof(coinLeg, money)),
  wallet: wallets,
  toWallet: wallets,
  picks: fc.array(fc.record({ index: fc.nat(30), amount: amounts }), { maxLength: 2 }),
  acquiredAt: maybe(moments),
  isDateAssumed: fc.boolean(),
  rowIdentity: maybe(fc.constantFrom('row 1', 'row 2')),
  createdAt: fc.nat(2),
});
type Draft = typeof drafts extends fc.Arbitrary<infer Value> ? Value : never;

/** Ledgers with any types of transactions, equal instants, insufficient balances, and missing prices and rates. */
export const ledgers: fc.Arbitrary<PlainTransaction[]> = fc
  .array(drafts, { minLength: 1, maxLength: 30 })
  .map((all) => all.map(toTransaction));

function toTransaction(draft: Draft, index: number): PlainTransaction {
  const { type, one, other, wallet, toWallet, picks, acquiredAt, isDateAssumed } = draft;
  const common = {
    id: `t${index}`,
    type,
    at: draft.at,
    in: null,
    out: null,
    fee: draft.fee,
    value: null,
    wallet,
    toWallet: null,
    lots: [],
    acquiredAt: null,
    isDateAssumed: false,
    rowIdentity: draft.rowIdentity,
    createdAt: draft.createdAt,
  };
  const lots = picks.map(({ index: lot, amount }) => ({ transactionId: `t${lot}`, amount }));
  const cost = draft.isMoneyKnown ? draft.money : null;
  switch (type) {
    case 'buy':
      return { ...common, in: one, out: cost };
    case 'opening':
      return { ...common, in: one, out: cost, isDateAssumed };
    case 'sell':
      return { ...common, in: draft.money, out: one, lots };
    case 'swap': {
      const into =
        other.coin === one.coin ? { ...other, coin: one.coin === 'alpha' ? 'beta' : 'alpha' } : other;
      return { ...common, in: into, out: one, value: draft.value, lots };
    }
    case 'transfer': {
      const to = toWallet === wallet ? (wallet === 'main' ? 'cold' : 'main') : toWallet;
      return { ...common, out: one, toWallet: to, lots };
    }
    case 'income':
      return { ...common, in: one, value: draft.value };
    case 'gift_in':
      return { ...common, in: one, value: draft.value, acquiredAt };
    case 'fee':
      return {
        ...common,
        out: draft.isMoneyKnown ? one : draft.money,
        value: draft.isMoneyKnown ? draft.value : null,
        fee: null,
      };
    case 'spend':
      return { ...common, out: one, value: draft.value, lots };
    default:
      return { ...common, out: one, lots };
  }
}

/** Prices and rates of each day; a few are missing. */
export const plainValues: PlainValues = {
  closes: new Map(
    coins.flatMap((coin, index) =>
      listDays().flatMap((day, number) =>
        (number + index) % 5 === 0
          ? []
          : [[`${coin} ${day}`, `${index + 1}.${number + 1}0000000000007`] as const],
      ),
    ),
  ),
  rates: new Map(
    listDays().flatMap((day, number) =>
      number % 7 === 6 ? [] : [[`EUR ${day}`, `0.9${(number * 7919) % 997}`] as const],
    ),
  ),
};

function listDays(): string[] {
  return Array.from({ length: dayCount }, (_, day) =>
    new Date(start + day * 24 * hourMs).toISOString().slice(0, 10),
  );
}

function toLeg(leg: PlainLeg | null): Leg | null {
  if (!leg) return null;
  return leg.coin
    ? { coinId: leg.coin, amount: parseAmount(leg.amount) }
    : { currency: leg.currency!, amount: parseMoney(leg.amount) };
}

/** Converts a transaction into an entry of the engine. */
export function toEntry({ at, ...tx }: PlainTransaction): LedgerEntry {
  return {
    ...tx,
    occurredAt: at,
    in: toLeg(tx.in),
    out: toLeg(tx.out),
    fee: toLeg(tx.fee),
    value: toLeg(tx.value) as LedgerEntry['value'],
    lots: tx.lots.map(({ transactionId, amount }) => ({ transactionId, amount: parseAmount(amount) })),
  };
}
