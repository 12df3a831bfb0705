import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { incomeKinds, type Leg, type Transaction } from '#contract/ledger/transaction.ts';
import { read } from '../../../../../tests/support/imports/read-text.ts';
import { writeTransactionsCsv } from '../../../ledger/transactions/transactions-csv.ts';
import type { Draft, DraftLeg } from '../draft.ts';

const wallets = new Map([
  ['w1', 'Main'],
  ['w2', 'Elsewhere'],
  ['w3', '=Kraken, "mine"'],
]);
const id = '01900000-0000-7000-8000-000000000001';

const amount = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }))
  .map(([digits, places]) => {
    const text = digits.toString().padStart(places + 1, '0');
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  });
const coin: fc.Arbitrary<Leg> = fc.record({
  coinId: fc.constantFrom('bitcoin', 'usd-coin', '0-5x-long'),
  symbol: fc.constant('x'),
  name: fc.constant('X'),
  amount,
});
/** As in a position: amount times price has 36 decimals. */
const money = fc.record({
  currency: fc.constantFrom('USD', 'EUR', 'SATS'),
  amount: fc.oneof(amount, fc.constant('1.123456789012345678901234567890123456')),
});
const value = fc.oneof(money, fc.constant({ currency: 'USD', amount: '0' }));
const instant = fc
  .integer({ min: Date.UTC(2009, 0, 4), max: Date.UTC(2026, 0, 1) })
  .map((at) => new Date(at).toISOString());
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const text = fc
  .string({ maxLength: 30, unit: fc.constantFrom(...'ab=+-@\',";\n 1é') })
  .map((value) => value.trim())
  .filter((value) => value !== '');

const shapes: fc.Arbitrary<Partial<Transaction>> = fc.oneof(
  fc.record({
    type: fc.constantFrom('buy', 'opening'),
    in: coin,
    out: orNull(money),
    fee: orNull(fc.oneof(coin, money)),
  }),
  fc.record({ type: fc.constant('sell'), in: money, out: coin, fee: orNull(fc.oneof(coin, money)) }),
  fc.record({ type: fc.constant('swap'), in: coin, out: coin, value: orNull(value) }),
  fc.record({
    type: fc.constant('transfer'),
    out: coin,
    toWallet: fc.constantFrom('w1', 'w2', 'w3'),
    fee: orNull(coin),
  }),
  fc.record({
    type: fc.constant('income'),
    kind: orNull(fc.constantFrom(...incomeKinds)),
    in: coin,
    value: orNull(value),
  }),
  fc.record({ type: fc.constant('gift_in'), in: coin, acquiredAt: orNull(instant), value: orNull(value) }),
  fc.record({
    type: fc.constantFrom('gift_out', 'spend', 'loss'),
    out: coin,
    lots: orNull(fc.constant([{ transactionId: id, amount: '0.10' }])),
  }),
  fc.record({ type: fc.constant('fee'), out: fc.oneof(coin, money) }),
) as fc.Arbitrary<Partial<Transaction>>;

const transaction: fc.Arbitrary<Transaction> = fc
  .tuple(
    shapes,
    fc.record({
      occurredAt: instant,
      wallet: fc.constantFrom('w1', 'w2', 'w3'),
      note: orNull(text),
      externalId: orNull(text),
      isDateAssumed: fc.boolean(),
    }),
  )
  .map(([shape, common]) => ({
    ...{
      id,
      portfolioId: id,
      type: 'buy',
      kind: null,
      in: null,
      out: null,
      fee: null,
      value: null,
      toWallet: null,
    },
    ...{ lots: null, source: 'import', importId: null, acquiredAt: null },
    ...{ createdAt: common.occurredAt, updatedAt: common.occurredAt },
    ...common,
    ...shape,
  }));

const legOf = (leg: Leg | null) =>
  leg && ('coinId' in leg ? [leg.coinId, leg.amount] : [leg.currency, leg.amount]);
const readLegOf = (leg: DraftLeg | null) =>
  leg && ('currency' in leg ? [leg.currency, leg.amount] : [leg.coinId, leg.amount]);

const oneLine = (id: string | null) => id?.replace(/[\n]/g, '') ?? null;
const describeWritten = (one: Transaction) => ({
  ...{
    type: one.type,
    kind: one.type === 'income' ? (one.kind ?? 'other') : null,
    occurredAt: one.occurredAt,
  },
  ...{ in: legOf(one.in), out: legOf(one.out), fee: legOf(one.fee), value: legOf(one.value), lots: one.lots },
  ...{ wallet: wallets.get(one.wallet), toWallet: one.toWallet && wallets.get(one.toWallet), note: one.note },
  ...{ externalId: oneLine(one.externalId), acquiredAt: one.acquiredAt, isDateAssumed: one.isDateAssumed },
});
const describeRead = (one: Draft) => ({
  ...{ type: one.type, kind: one.kind, occurredAt: new Date(one.occurredAt).toISOString() },
  ...{
    in: readLegOf(one.in),
    out: readLegOf(one.out),
    fee: readLegOf(one.fee),
    value: legOf(one.value),
    lots: one.lots,
  },
  ...{ wallet: one.wallet, toWallet: one.toWallet, note: one.note, externalId: one.externalId },
  acquiredAt: one.acquiredAt === null ? null : new Date(one.acquiredAt).toISOString(),
  isDateAssumed: one.isDateAssumed,
});

async function write(transactions: readonly Transaction[]): Promise<string> {
  let csv = '';
  for await (const part of writeTransactionsCsv(
    (async function* () {
      yield transactions;
    })(),
    wallets,
  ))
    csv += part;
  return csv;
}

describe("The ledger's own CSV", () => {
  it('is read back exactly, with every digit and all text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 8 }), async (transactions) => {
        const { format, drafts, problems } = await read(await write(transactions));
        expect([format, problems]).toEqual(['altimeter', []]);
        expect(drafts.map(describeRead)).toEqual(transactions.map(describeWritten));
      }),
      { numRuns: 200 },
    );
  });

  it('reports rows whose amounts do not match their type', async () => {
    const header = 'type,occurredAt,inCoin,inAmount,outCoin,outAmount,wallet';
    const { problems } = await read(
      `${header}\nsell,2021-01-01T00:00:00.000Z,bitcoin,1,,,Main\nwish,2021-01-01T00:00:00.000Z,bitcoin,1,,,Main`,
    );
    expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '2: The amounts do not match the type sell',
      '3: “wish” is not a type of transaction',
    ]);
  });

  it.each([
    ['buy', 'bitcoin,0,,,5,USD'],
    ['buy', 'bitcoin,1,,ethereum,2,'],
    ['sell', ',5,USD,,4,EUR'],
    ['swap', ',5,USD,bitcoin,4,'],
    ['income', ',5,USD,,,'],
    ['opening', ',0.123456789012345678901234567890,USD,,3,USD'],
    ['transfer', ',,,,4,EUR'],
    ['spend', ',,,,4,EUR'],
  ])('reports a row that lacks the coin or money of its type: %s %s', async (type, sides) => {
    const header = 'type,occurredAt,inCoin,inAmount,inCurrency,outCoin,outAmount,outCurrency,wallet';
    const { drafts, problems } = await read(`${header}\n${type},2021-01-01T00:00:00.000Z,${sides},Main`);
    expect(drafts).toEqual([]);
    expect(problems).toMatchObject([{ line: 2, message: `The amounts do not match the type ${type}` }]);
  });

  it('reports a fee that has a fee of its own, and reads one whose fee is 0', async () => {
    const header = 'type,occurredAt,inCoin,inAmount,outCoin,outAmount,feeCoin,feeAmount,wallet';
    const row = (fee: string) => `fee,2021-01-01T00:00:00.000Z,,,bitcoin,1,bitcoin,${fee},Main`;
    const { drafts, problems } = await read([header, row('0.1'), row('0'), row('')].join('\n'));
    expect(drafts).toHaveLength(2);
    expect(problems).toMatchObject([{ line: 2, message: 'The amounts do not match the type fee' }]);
  });
});
