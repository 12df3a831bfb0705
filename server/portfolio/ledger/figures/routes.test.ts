import { describe, expect, it } from 'vitest';
import type {
  DisposalPage,
  LedgerHoldings,
  MethodComparison,
  OpenLots,
  Preview,
} from '#contract/ledger/figures.ts';
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

  it('leave out what is sold unless all are wanted, but count its gain', async () => {
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

describe('what is not known', () => {
  it('is in no sum, and is counted', async () => {
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

  it('has a message in words that names the coin and the transaction', async () => {
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
        message: 'The cost of some BIT is unknown, so it is in no gain.',
        transactionId: 'e',
      },
    ]);
    const { body: page } = await call<DisposalPage>('disposals');
    expect(page.disposals[0]!.matches).toMatchObject([
      { transactionId: 'd', amount: '1', cost: null, rule: 'lot' },
      { transactionId: null, amount: '1', cost: null, rule: 'none' },
    ]);
  });

  it('is said where a lot that was named is gone', async () => {
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
  it('are at the rate of each day, and at the rate of today for what is held', async () => {
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

describe('prices of the past', () => {
  const earned = entryOf('d', 'income', '2024-01-05', { in: '2 ethereum' });

  it('give income its value, once they are there', async () => {
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

  it('that are not to be had are a problem', async () => {
    const { call } = createFigureApp([earned]);
    const { body } = await call<LedgerHoldings>('holdings');
    expect(body.holdings[0]!.problems).toMatchObject([{ kind: 'no_price', transactionId: 'd' }]);
    expect(body.totals).toMatchObject({ income: null, problems: 1 });
  });

  it('value what was held at an instant', async () => {
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

  it('of a swap are those of what is given, and of what comes in where there are none', async () => {
    const swap = entryOf('d', 'swap', '2024-01-05', { out: '1 bitcoin', in: '10 ethereum' });
    const { call, past, clock } = createFigureApp([buy, swap]);
    past.closes.set('ethereum 2024-01-05', '7');
    const { body } = await call<DisposalPage>('disposals');
    expect(body.disposals).toMatchObject([{ coinId: 'bitcoin', proceeds: '70', cost: '51', gain: '19' }]);
    past.closes.set('bitcoin 2024-01-05', '75');
    clock.time += 60_000;
    expect((await call<DisposalPage>('disposals')).body.disposals).toMatchObject([{ proceeds: '75' }]);
  });
});

describe('lots', () => {
  it('are in the order in which the method would use them', async () => {
    const { call } = createFigureApp([
      buy,
      later,
      entryOf('d', 'buy', '2024-01-02', { in: '3 ethereum', out: '1 USD' }),
    ]);
    const order = async (query: string) =>
      (await call<OpenLots>(`lots?${query}`)).body.lots.map(({ transactionId }) => transactionId);
    expect(await order('')).toEqual(['a', 'b', 'd']);
    expect(await order('coin=bitcoin&method=lifo')).toEqual(['b', 'a']);
    expect(await order('coin=bitcoin&method=hifo')).toEqual(['b', 'a']);
    expect(await order('coin=bitcoin&method=average')).toEqual([null]);
    const { body } = await call<OpenLots>('lots?coin=ethereum&scope=wallet');
    expect(body.lots).toEqual([
      {
        transactionId: 'd',
        coinId: 'ethereum',
        acquiredAt: '2024-01-02T00:00:00.000Z',
        wallet: 'main',
        amount: '3',
        remaining: '3',
        unitCost: '0.333333333333333333',
        cost: '1',
      },
    ]);
  });
});

describe('disposals', () => {
  const sales = Array.from({ length: 5 }, (_, index) =>
    entryOf(`s${index}`, 'sell', `2024-03-0${index + 1}`, {
      in: '100 USD',
      out: '0.1 bitcoin',
      fee: '0.01 bitcoin',
    }),
  );

  it('come in pages, newest first, a fee after what it was paid for', async () => {
    const { call } = createFigureApp([buy, ...sales]);
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 4; page += 1) {
      const { body } = await call<DisposalPage>(`disposals?limit=3${cursor}`);
      expect(body.totals.count).toBe(10);
      seen.push(...body.disposals.map(({ transactionId, isFee }) => transactionId + (isFee ? ' fee' : '')));
      cursor = `&cursor=${body.nextCursor}`;
      expect(body.nextCursor === null).toBe(page === 3);
    }
    expect(seen).toEqual(['s4', 's3', 's2', 's1', 's0'].flatMap((id) => [`${id} fee`, id]));
  });

  it('go on with what was before, where the last one shown is gone', async () => {
    const { call, ledger } = createFigureApp([buy, ...sales]);
    const { body } = await call<DisposalPage>('disposals?limit=2');
    ledger.remove('s4');
    const next = await call<DisposalPage>(`disposals?limit=1&cursor=${body.nextCursor}`);
    expect(next.body.disposals).toMatchObject([{ transactionId: 's3' }]);
  });

  it('are cut to a span, `from` inclusive and `to` exclusive', async () => {
    const { call } = createFigureApp([buy, ...sales]);
    const { body } = await call<DisposalPage>(
      'disposals?from=2024-03-02&to=2024-03-04T00:00:00Z&coin=bitcoin',
    );
    expect(body.disposals.map(({ transactionId }) => transactionId)).toEqual(
      ['s2', 's2', 's1', 's1'].map((id) => id),
    );
    expect(body.totals).toMatchObject({ count: 4 });
  });

  it.each(['cursor=AAAA', 'limit=0', 'limit=501', 'from=yesterday', 'method=none', 'currency=$'])(
    'refuse %s',
    async (query) => {
      expect(await createFigureApp().call(`disposals?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      });
    },
  );
});

describe('methods side by side', () => {
  it('are part of Pro', async () => {
    const { call } = createFigureApp([buy]);
    expect(await call('methods')).toMatchObject({
      status: 403,
      body: { code: 'plan_required', requiredTier: 'pro' },
    });
  });

  it('are each method with each scope, `uk` once, `specific` where lots are named', async () => {
    const { call, user, ledger } = createFigureApp([buy, later, sale]);
    user.tier = 'pro';
    const { body } = await call<MethodComparison>('methods');
    expect(body.methods.map(({ method, scope }) => `${method} ${scope}`)).toEqual([
      ...['fifo', 'lifo', 'hifo', 'average'].flatMap((method) => [`${method} portfolio`, `${method} wallet`]),
      'uk portfolio',
    ]);
    expect(body.methods[0]).toEqual({
      method: 'fifo',
      scope: 'portfolio',
      realized: '3',
      unrealized: '5',
      remainingCost: '45',
      proceeds: '150',
      income: '0',
      fees: '2',
    });
    expect(body.methods[2]).toMatchObject({ method: 'lifo', realized: '-16.5', remainingCost: '25.5' });
    ledger.put(
      entryOf(
        'd',
        'sell',
        '2024-04-01',
        { in: '1 USD', out: '0.1 bitcoin' },
        { lots: [{ transactionId: 'b', amount: 10n ** 17n }] },
      ),
    );
    const { body: more } = await call<MethodComparison>('methods?from=2024-02-02');
    expect(more.methods.filter(({ method }) => method === 'specific')).toHaveLength(2);
    expect(more.methods[0]).toMatchObject({ fees: '0', proceeds: '151' });
  });
});

describe('a preview', () => {
  /** A body that is as it should be; its note names the entry that it stands for. */
  const sketch = {
    type: 'sell',
    occurredAt: '2024-02-10T00:00:00.000Z',
    in: { currency: 'USD', amount: '60' },
    out: { coinId: 'bitcoin', amount: '1' },
  };
  const draft = entryOf('draft', 'sell', '2024-02-10', { in: '60 USD', out: '1 bitcoin' });

  it('says what a transaction would do, and stores nothing', async () => {
    const { call, drafts } = createFigureApp([buy, later]);
    drafts.set('sale', draft);
    const { status, body } = await call<Preview>('preview', { ...sketch, note: 'sale' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      methods: [
        {
          method: 'fifo',
          scope: 'portfolio',
          proceeds: '60',
          cost: '51',
          gain: '9',
          matches: [{ transactionId: 'a', amount: '1', cost: '51', rule: 'lot' }],
        },
      ],
      holdings: {
        before: [{ coinId: 'bitcoin', amount: '3', costBasis: '192' }],
        after: [{ coinId: 'bitcoin', amount: '2', costBasis: '141', realized: '9' }],
      },
    });
    expect((await call<LedgerHoldings>('holdings')).body.holdings).toMatchObject([{ amount: '3' }]);
  });

  it('is by every method in Pro', async () => {
    const { call, drafts, user } = createFigureApp([buy, later]);
    user.tier = 'pro';
    drafts.set('sale', draft);
    const { body } = await call<Preview>('preview', { ...sketch, note: 'sale' });
    expect(body.methods.map(({ method, gain }) => [method, gain])).toEqual(
      [
        ['fifo', '9'],
        ['lifo', '-30'],
        ['hifo', '-30'],
        ['average', '-4'],
      ]
        .flatMap((one) => [one, one])
        .concat([['uk', '-4']]),
    );
  });

  it('can stand in the place of a transaction', async () => {
    const { call, drafts } = createFigureApp([buy, later, sale]);
    drafts.set('sale', draft);
    const { body } = await call<Preview>('preview', { ...sketch, note: 'sale', replaces: 'c' });
    expect(body.methods).toMatchObject([{ gain: '9' }]);
    expect(body.holdings).toMatchObject({ before: [{ amount: '0.5' }], after: [{ amount: '2' }] });
    expect(await call('preview', { ...sketch, note: 'sale', replaces: 'unknown' })).toMatchObject({
      status: 404,
    });
  });

  it('refuses what could not be stored', async () => {
    expect(await createFigureApp().call('preview', { ...sketch, note: 'none' })).toMatchObject({
      status: 400,
    });
  });
});

describe('the figures', () => {
  it('are of the own portfolios alone', async () => {
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

  it('are as the settings say, unless another method is asked for', async () => {
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
  it.each(goldenNames)('%s comes out of the calls to the last digit', async (name) => {
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
