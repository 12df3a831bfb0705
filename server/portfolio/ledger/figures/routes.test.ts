import { describe, expect, it, vi } from 'vitest';
import type { DisposalPage, LedgerHoldings, MethodComparison } from '#contract/ledger/figures.ts';
import { fakeCoin, fakeSnapshot } from '../../../../tests/support/market/fake-market.ts';
import { createFigureApp } from '../../../../tests/support/portfolio/figure-app.ts';
import { goldenNames, readGolden, withoutNames } from '../../../../tests/support/portfolio/golden-ledgers.ts';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';

const buy = entryOf('a', 'buy', '2024-01-01', { in: '2 bitcoin', out: '100 USD', fee: '2 USD' });
const later = entryOf('b', 'buy', '2024-02-01', { in: '1 bitcoin', out: '90 USD' });
const sale = entryOf('c', 'sell', '2024-03-01', { in: '150 USD', out: '2.5 bitcoin' });

describe('the holdings of a ledger', () => {
  it('have balance, cost, value and gains', async () => {
    const { call, market } = createFigureApp([buy, later, sale]);
    market.publish(fakeSnapshot({ coins: [fakeCoin('bitcoin', { current_price: 80 })] }));
    const { status, body } = await call<LedgerHoldings>('holdings');
    expect(status).toBe(200);
    expect(body).toMatchObject({ method: 'fifo', scope: 'portfolio', currency: 'USD' });
    expect(body.holdings).toMatchObject([
      {
        coinId: 'bitcoin',
        amount: '0.5',
        costBasis: '45',
        averageCost: '90',
        unknownCostAmount: '0',
        price: '80',
        priceState: 'live',
        value: '40',
        unrealized: '-5',
        unrealizedPercent: '-11.11111111',
        realized: '3',
        income: '0',
        fees: '2',
        lots: 1,
        firstAcquiredAt: '2024-01-01T00:00:00.000Z',
        wallets: [{ wallet: 'main', amount: '0.5' }],
        problems: [],
      },
    ]);
    expect(body.totals).toEqual({
      value: '40',
      costBasis: '45',
      unrealized: '-5',
      unrealizedPercent: '-11.11111111',
      realized: '3',
      income: '0',
      fees: '2',
      unknownCost: 0,
      problems: 0,
    });
  });

  it('leave out sold coins unless all are requested, but count their gains', async () => {
    const { call } = createFigureApp([
      buy,
      entryOf('d', 'sell', '2024-04-01', { in: '110 USD', out: '2 bitcoin' }),
    ]);
    const { body } = await call<LedgerHoldings>('holdings');
    expect(body.holdings).toEqual([]);
    expect(body.totals).toMatchObject({ value: '0', realized: '8', unrealizedPercent: null });
    const all = await call<LedgerHoldings>('holdings?all=true');
    expect(all.body.holdings).toMatchObject([{ coinId: 'bitcoin', amount: '0', value: '0' }]);
  });
});

it('What is left in lots counts the same whether coins with a zero balance are listed or not', async () => {
  const { call, market, user } = createFigureApp([
    // Sold before any purchase is known, so that the purchase's lot stays open although nothing is left.
    entryOf('s', 'sell', '2024-01-01', { in: '50 USD', out: '1 bitcoin' }),
    entryOf('b', 'buy', '2024-02-01', { in: '1 bitcoin', out: '90 USD' }),
    entryOf('e', 'buy', '2024-02-01', { in: '1 ethereum', out: '10 USD' }),
  ]);
  user.tier = 'premium';
  const coins = [fakeCoin('bitcoin', { current_price: 100 }), fakeCoin('ethereum', { current_price: 11 })];
  market.publish(fakeSnapshot({ coins }));
  const [held, all] = [
    await call<LedgerHoldings>('holdings'),
    await call<LedgerHoldings>('holdings?all=true'),
  ];
  expect(held.body.totals).toEqual(all.body.totals);
  expect(held.body.totals).toMatchObject({ value: '11', costBasis: '100', unrealized: '11' });
  const { body } = await call<MethodComparison>('methods');
  expect(body.methods.find(({ method }) => method === 'fifo')).toMatchObject({ unrealized: '11' });
});

describe('unknown values', () => {
  it('of a coin that is no longer held are counted among what the realized gain leaves out', async () => {
    const { call } = createFigureApp([
      buy,
      entryOf('s', 'sell', '2024-02-01', { in: '110 USD', out: '2 bitcoin' }),
      entryOf('g', 'buy', '2024-01-01', { in: '1 ethereum' }),
      entryOf('t', 'sell', '2024-02-01', { in: '5000 USD', out: '1 ethereum' }),
    ]);
    const { body } = await call<LedgerHoldings>('holdings');
    expect(body.holdings).toEqual([]);
    expect(body.totals).toMatchObject({ realized: '8', unknownGain: 1 });
  });

  it('are left out of sums and counted', async () => {
    const given = entryOf('d', 'buy', '2024-02-15', { in: '1 bitcoin' });
    const { call } = createFigureApp([
      buy,
      given,
      entryOf('e', 'sell', '2024-03-01', { in: '300 USD', out: '2.5 bitcoin' }),
    ]);
    const { body } = await call<LedgerHoldings>('holdings');
    expect(body.holdings).toMatchObject([
      {
        amount: '0.5',
        costBasis: null,
        averageCost: null,
        unknownCostAmount: '0.5',
        value: '50',
        unrealized: null,
        unrealizedPercent: null,
        realized: null,
        problems: [
          { kind: 'unknown_cost', transactionId: 'd' },
          { kind: 'unknown_cost', transactionId: 'e' },
        ],
      },
    ]);
    expect(body.totals).toMatchObject({ costBasis: null, realized: null, unknownCost: 2, problems: 2 });
    const { body: page } = await call<DisposalPage>('disposals');
    expect(page.disposals).toMatchObject([
      {
        transactionId: 'e',
        proceeds: '300',
        cost: null,
        gain: null,
        unknownCost: true,
        matches: [
          { transactionId: 'a', amount: '2', cost: '102', rule: 'lot' },
          { transactionId: 'd', cost: null },
        ],
      },
    ]);
    expect(page.totals).toEqual({ proceeds: '300', cost: null, gain: null, unknownCost: 1, count: 1 });
  });

  it('have a message that names the coin and the transaction', async () => {
    const moved = entryOf(
      'd',
      'transfer',
      '2024-01-05',
      { out: '1 bitcoin' },
      { wallet: 'elsewhere', toWallet: 'main' },
    );
    const sold = entryOf('e', 'sell', '2024-03-01', { in: '300 USD', out: '2 bitcoin' });
    const { call } = createFigureApp([moved, sold]);
    const { body } = await call<LedgerHoldings>('holdings');
    expect(body.holdings).toMatchObject([
      { coinId: 'bitcoin', amount: '-1', wallets: [{ wallet: 'main', amount: '-1' }] },
    ]);
    expect(body.holdings[0]!.problems).toEqual([
      {
        kind: 'unknown_origin',
        message:
          'Some BIT came from a place without a history, so its cost is unknown. Add the purchase or deposit before it.',
        transactionId: 'd',
      },
      {
        kind: 'negative_balance',
        message: 'More BIT left this wallet than was in it. Add what is missing before this transaction.',
        transactionId: 'e',
      },
      {
        kind: 'unknown_cost',
        message: 'The cost of some BIT is unknown, so it is left out of every gain.',
        transactionId: 'e',
      },
    ]);
    const { body: page } = await call<DisposalPage>('disposals');
    expect(page.disposals[0]!.matches).toMatchObject([
      { transactionId: 'd', amount: '1', cost: null, rule: 'lot' },
      { transactionId: null, amount: '1', cost: null, rule: 'none' },
    ]);
  });

  it('are reported if a named lot is gone', async () => {
    const named = entryOf(
      'd',
      'sell',
      '2024-03-01',
      { in: '150 USD', out: '1 bitcoin' },
      {
        lots: [{ transactionId: 'gone', amount: 10n ** 18n }],
      },
    );
    const { call } = createFigureApp([buy, named]);
    const { body } = await call<DisposalPage>('disposals?method=specific');
    expect(body.disposals).toMatchObject([
      {
        cost: '51',
        matches: [{ transactionId: 'a', cost: '51' }],
        problems: [{ kind: 'lot_missing', transactionId: 'd' }],
      },
    ]);
    expect((await call<DisposalPage>('disposals')).body.disposals[0]!.problems).toEqual([]);
  });
});

describe('figures in another currency', () => {
  it('use the rate of each day, and the rate of today for holdings', async () => {
    const { call, past } = createFigureApp([buy, sale]);
    past.rates.set('EUR 2024-01-01', '0.9').set('EUR 2024-03-01', '0.8').set('EUR 2026-01-02', '0.95');
    const { body } = await call<DisposalPage>('disposals?currency=eur');
    expect(body.disposals).toMatchObject([
      { proceeds: '120', cost: null, matches: [{ cost: '91.8' }, { rule: 'none' }] },
    ]);
    const { body: holdings } = await call<LedgerHoldings>('holdings?currency=EUR');
    expect(holdings).toMatchObject({ currency: 'EUR', holdings: [{ price: '95', value: '-47.5' }] });
  });

  it('leave out what has no rate, and say so', async () => {
    const { call, past } = createFigureApp([buy, later]);
    past.rates.set('EUR 2024-01-01', '0.9');
    const { body } = await call<LedgerHoldings>('holdings?currency=EUR');
    expect(body.holdings).toMatchObject([
      {
        costBasis: '91.8',
        unknownCostAmount: '1',
        price: null,
        value: null,
        problems: [
          { kind: 'no_rate', transactionId: 'b' },
          { kind: 'no_rate', transactionId: null },
        ],
      },
    ]);
  });
});

describe('past prices', () => {
  const earned = entryOf('d', 'income', '2024-01-05', { in: '2 ethereum' });

  it('give income its value once they are available', async () => {
    const { call, past, clock, ledger } = createFigureApp([earned]);
    past.closes.set('ethereum 2024-01-05', 'pending');
    const before = await call<LedgerHoldings>('holdings');
    expect(before.body.holdings).toMatchObject([
      { income: null, costBasis: null, problems: [{ kind: 'price_pending', transactionId: 'd' }] },
    ]);
    past.closes.set('ethereum 2024-01-05', '2000.5');
    clock.time += 60_000;
    const after = await call<LedgerHoldings>('holdings');
    expect(after.body.holdings).toMatchObject([{ income: '4001', costBasis: '4001', problems: [] }]);
    expect(ledger.reads).toBe(1);
  });

  it('that are unavailable are a problem', async () => {
    const { call } = createFigureApp([earned]);
    const { body } = await call<LedgerHoldings>('holdings');
    expect(body.holdings[0]!.problems).toMatchObject([{ kind: 'no_price', transactionId: 'd' }]);
    expect(body.totals).toMatchObject({ income: null, problems: 1 });
  });

  it('that are unavailable are requested again after an hour', async () => {
    const { call, past, clock } = createFigureApp([earned]);
    const ask = vi.spyOn(past, 'readCloses');
    const askedAfter = async (ms: number) => {
      clock.time += ms;
      await call<LedgerHoldings>('lots');
      return ask.mock.calls.length;
    };
    expect(await askedAfter(0)).toBe(1);
    expect(await askedAfter(3_599_000)).toBe(1);
    expect(await askedAfter(1_000)).toBe(2);
    expect(await askedAfter(60_000)).toBe(2);
  });

  it('value holdings at an instant', async () => {
    const { call, past } = createFigureApp([buy, later, sale]);
    past.closes.set('bitcoin 2024-02-01', '60');
    const { body } = await call<LedgerHoldings>('holdings?at=2024-02-01');
    expect(body).toMatchObject({
      asOf: '2024-02-01T00:00:00.000Z',
      holdings: [
        { amount: '3', price: '60', value: '180', priceAsOf: '2024-02-02T00:00:00.000Z', realized: '0' },
      ],
    });
    const missing = await call<LedgerHoldings>('holdings?at=2024-01-20T12:00:00Z');
    expect(missing.body.holdings).toMatchObject([
      {
        amount: '2',
        value: null,
        priceState: 'unavailable',
        problems: [{ kind: 'no_price', transactionId: null }],
      },
    ]);
  });

  it('are refused for an instant of the future, except the lots for a transaction dated a day ahead', async () => {
    const { call, clock } = createFigureApp([buy]);
    const at = (ms: number) => new Date(clock.time + ms).toISOString();
    const issues = [{ path: 'at', message: 'Must be in the past' }];
    for (const query of [`holdings?at=${at(1)}`, 'holdings?at=9999-12-31', `lots?at=${at(86_400_001)}`])
      expect(await call(query), query).toMatchObject({ status: 400, body: { issues } });
    for (const query of [`holdings?at=${at(0)}`, 'holdings?at=2009-01-01', `lots?at=${at(86_400_000)}`])
      expect((await call(query)).status, query).toBe(200);
  });

  it('of a swap are those of the coin given, or of the coin received if there are none', async () => {
    const swap = entryOf('d', 'swap', '2024-01-05', { out: '1 bitcoin', in: '10 ethereum' });
    const { call, past, clock } = createFigureApp([buy, swap]);
    past.closes.set('ethereum 2024-01-05', '7');
    const { body } = await call<DisposalPage>('disposals');
    expect(body.disposals).toMatchObject([{ coinId: 'bitcoin', proceeds: '70', cost: '51', gain: '19' }]);
    past.closes.set('bitcoin 2024-01-05', '75');
    clock.time += 3_600_000;
    expect((await call<DisposalPage>('disposals')).body.disposals).toMatchObject([{ proceeds: '75' }]);
  });
});

describe('the figures', () => {
  it('are of the user’s own portfolios only', async () => {
    const { app } = createFigureApp([buy]);
    const ask = async (path: string, headers: Record<string, string>) =>
      (await app.inject({ url: `/api/portfolios/${path}`, headers })).statusCode;
    expect(await ask('portfolio/holdings', {})).toBe(401);
    for (const part of ['holdings', 'lots', 'disposals'])
      expect(await ask(`another/${part}`, { authorization: 'yes' })).toBe(404);
  });

  it('follow each change of the ledger', async () => {
    const { call, ledger } = createFigureApp([buy, sale]);
    const amountNow = async () => (await call<LedgerHoldings>('holdings')).body.holdings[0]?.amount;
    expect(await amountNow()).toBe('-0.5');
    ledger.put(later);
    expect(await amountNow()).toBe('0.5');
    ledger.put({ ...later, in: { coinId: 'bitcoin', amount: 5n * 10n ** 18n } });
    expect(await amountNow()).toBe('4.5');
    ledger.remove('c');
    expect(await amountNow()).toBe('7');
  });

  it('follow the settings unless another method is requested', async () => {
    const { call, ledger } = createFigureApp([buy, later, sale]);
    ledger.settings = { method: 'lifo', scope: 'wallet', currency: 'USD' };
    expect((await call('holdings')).body).toMatchObject({
      method: 'lifo',
      scope: 'wallet',
      totals: { realized: '-16.5' },
    });
    expect((await call('holdings?method=fifo')).body).toMatchObject({
      method: 'fifo',
      totals: { realized: '3' },
    });
  });
});

describe.skipIf(goldenNames.length === 0)('the worked examples', () => {
  it.each(goldenNames)("%s: the API's answers agree to the last digit", async (name) => {
    const { settings, entries, expected } = readGolden(name);
    const { call, ledger } = createFigureApp(entries);
    ledger.settings = settings;
    const { body: holdings } = await call<LedgerHoldings>('holdings?all=true');
    for (const holding of expected.holdings)
      expect(holdings.holdings).toContainEqual(expect.objectContaining(withoutNames(holding)));
    expect(holdings.totals.fees).toBe(expected.totals.fees);
    const { body: page } = await call<DisposalPage>('disposals?limit=500');
    expect(page.disposals).toHaveLength(expected.disposals.length);
    for (const disposal of expected.disposals)
      expect(page.disposals).toContainEqual(expect.objectContaining(withoutNames(disposal)));
  });
});

describe('prices', () => {
  it('with more decimals than money keep the value exact', async () => {
    const { call, market } = createFigureApp([buy]);
    market.publish(fakeSnapshot({ coins: [fakeCoin('bitcoin', { current_price: 1.5e-21 })] }));
    const { body } = await call<LedgerHoldings>('holdings');
    expect(body.holdings).toMatchObject([
      {
        price: '0.0000000000000000000015',
        value: '0.000000000000000000003',
        unrealized: '-101.999999999999999999997',
      },
    ]);
    expect(body.totals).toMatchObject({ value: '0.000000000000000000003', unrealizedPercent: '-100' });
  });
});
