import { describe, expect, it } from 'vitest';
import type {
  DisposalPage,
  LedgerHoldings,
  MethodComparison,
  OpenLots,
  Preview,
} from '#contract/ledger/figures.ts';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { createFigureApp } from '../../../../tests/support/portfolio/figure-app.ts';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';

const buy = entryOf('a', 'buy', '2024-01-01', { in: '2 bitcoin', out: '100 USD', fee: '2 USD' });
const later = entryOf('b', 'buy', '2024-02-01', { in: '1 bitcoin', out: '90 USD' });
const sale = entryOf('c', 'sell', '2024-03-01', { in: '150 USD', out: '2.5 bitcoin' });

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

describe('lots without a transaction', () => {
  it('are those that it could take, even if it takes all of one', async () => {
    const { call } = createFigureApp([buy, later, sale]);
    const lotsOf = async (query: string) =>
      (await call<OpenLots>(`lots?coin=bitcoin&at=2024-03-01&${query}`)).body.lots.map(
        ({ transactionId, remaining, cost }) => [transactionId, remaining, cost],
      );
    expect(await lotsOf('')).toEqual([['b', '0.5', '45']]);
    expect(await lotsOf('without=c')).toEqual([
      ['a', '2', '102'],
      ['b', '1', '90'],
    ]);
    expect(await lotsOf('without=unknown')).toEqual([['b', '0.5', '45']]);
  });
});

describe('with thousands of lots', () => {
  const lots = Array.from({ length: 3000 }, (_, index) =>
    entryOf(`l${index}`, 'buy', '2024-01-01', { in: '1 bitcoin', out: '1 USD' }),
  );

  it('a list has all of them and yields to other calls in between', async () => {
    const { call } = createFigureApp(lots);
    await call<OpenLots>('lots?coin=ethereum');
    const [{ body }, turns] = await countTurns(call<OpenLots>('lots'));
    expect([body.method, body.lots.length, body.lots.at(-1)?.cost]).toEqual(['fifo', 3000, '1']);
    expect(turns).toBeGreaterThanOrEqual(6);
  });

  it('a preview has the first thousand that it would use, and their number', async () => {
    const { call, drafts } = createFigureApp(lots);
    drafts.set('sale', entryOf('draft', 'sell', '2024-02-10', { in: '60 USD', out: '2500 bitcoin' }));
    const body = {
      ...{ type: 'sell', occurredAt: '2024-02-10T00:00:00.000Z', note: 'sale' },
      in: { currency: 'USD', amount: '60' },
      out: { coinId: 'bitcoin', amount: '2500' },
    };
    const [method] = (await call<Preview>('preview', body)).body.methods;
    expect(method).toMatchObject({ cost: '2500', gain: '-2440', matchCount: 2500 });
    expect(method?.matches).toHaveLength(1000);
  });
});

describe('with very many lots used', () => {
  it('a page of disposals ends early, and the next one continues', async () => {
    const lots = Array.from({ length: 100 }, (_, index) =>
      entryOf(`l${index}`, 'buy', '2024-01-01', { in: '1000 bitcoin', out: '1000 USD' }),
    );
    const picks = lots.map(({ id }) => ({ transactionId: id, amount: 10n ** 18n }));
    const sales = Array.from({ length: 250 }, (_, index) =>
      entryOf(`s${index}`, 'sell', '2024-03-01', { in: '200 USD', out: '100 bitcoin' }, { lots: picks }),
    );
    const { call } = createFigureApp([...lots, ...sales]);
    const counts: number[] = [];
    const seen = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `disposals?method=specific&limit=500${cursor && `&cursor=${cursor}`}`;
      const { body } = await call<DisposalPage>(query);
      expect(body.totals).toMatchObject({ count: 250, gain: '25000' });
      for (const { transactionId, matches, matchCount } of body.disposals) {
        expect([matches.length, matchCount]).toEqual([100, undefined]);
        seen.add(transactionId);
      }
      counts.push(body.disposals.length);
      cursor = body.nextCursor;
    }
    expect([counts, seen.size]).toEqual([[100, 100, 50], 250]);
  });

  it('a disposal lists the first ten thousand, and their number', async () => {
    const lots = Array.from({ length: 10_001 }, (_, index) =>
      entryOf(`l${index}`, 'buy', '2024-01-01', { in: '1 bitcoin', out: '1 USD' }),
    );
    const { call } = createFigureApp([
      ...lots,
      entryOf('s', 'sell', '2024-03-01', { in: '1 USD', out: '10001 bitcoin' }),
      later,
      entryOf('t', 'sell', '2024-03-02', { in: '60 USD', out: '1 bitcoin' }),
    ]);
    const { body } = await call<DisposalPage>('disposals');
    expect(body.disposals).toMatchObject([{ transactionId: 't' }]);
    const { body: next } = await call<DisposalPage>(`disposals?cursor=${body.nextCursor}`);
    expect(next.nextCursor).toBeNull();
    expect(next.disposals).toMatchObject([{ transactionId: 's', cost: '10001', matchCount: 10_001 }]);
    expect(next.disposals[0]?.matches).toHaveLength(10_000);
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

  it('come in pages, newest first, with a fee after what it was paid for', async () => {
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

  it('continue with earlier ones if the last one shown is gone', async () => {
    const { call, ledger } = createFigureApp([buy, ...sales]);
    const { body } = await call<DisposalPage>('disposals?limit=2');
    ledger.remove('s4');
    const next = await call<DisposalPage>(`disposals?limit=1&cursor=${body.nextCursor}`);
    expect(next.body.disposals).toMatchObject([{ transactionId: 's3' }]);
  });

  it('name the years in which there is something to see, whatever the span', async () => {
    const { call } = createFigureApp([
      entryOf('g', 'gift_in', '2023-05-01', { in: '1 bitcoin' }, { acquiredAt: Date.UTC(2012, 0, 1) }),
      entryOf('s', 'sell', '2024-12-31T23:59:59.999Z', { in: '9 USD', out: '0.5 bitcoin' }),
      entryOf('t', 'sell', '2026-01-01', { in: '9 USD', out: '0.1 bitcoin' }),
      entryOf('i', 'income', '2021-05-01', { in: '1 ethereum', value: '3 USD' }),
    ]);
    const years = async (query: string) => (await call<DisposalPage>(`disposals?${query}`)).body.years;
    expect(await years('from=2024-01-01&to=2025-01-01&limit=1')).toEqual([2026, 2024, 2021]);
    expect(await years('coin=bitcoin')).toEqual([2026, 2024]);
    expect(await years('coin=solana')).toEqual([]);
  });

  it('say how many gains are unknown, although only a price is missing and not a cost', async () => {
    const swap = entryOf('d', 'swap', '2024-03-02', { in: '1 dogecoin', out: '0.1 bitcoin' });
    const lost = entryOf('e', 'sell', '2024-03-03', { in: '9 USD', out: '1 solana' });
    const { call } = createFigureApp([buy, later, sale, swap, lost]);
    const totalsOf = async (query: string) => (await call<DisposalPage>(`disposals${query}`)).body.totals;
    expect(await totalsOf('')).toMatchObject({ gain: '3', unknownCost: 1, unknownGain: 2, count: 3 });
    // Without a missing price they are those without a cost.
    expect(await totalsOf('?coin=solana')).not.toHaveProperty('unknownGain');
  });

  it('are limited to a span, `from` inclusive and `to` exclusive', async () => {
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

describe('a currency without rates', () => {
  const issues = [{ path: 'currency', message: 'Must be a currency of /api/rates, such as eur' }];

  it('is refused by every call', async () => {
    const { call, drafts, user } = createFigureApp([buy]);
    user.tier = 'pro';
    drafts.set('sale', later);
    for (const path of ['holdings', 'lots', 'disposals', 'methods'])
      expect(await call(`${path}?currency=qqq`), path).toMatchObject({ status: 400, body: { issues } });
    const draft = {
      ...{ type: 'buy', occurredAt: '2024-02-01T00:00:00.000Z', note: 'sale' },
      ...{ in: { coinId: 'bitcoin', amount: '1' }, out: { currency: 'USD', amount: '90' } },
    };
    expect(await call('preview?currency=QQQ', draft)).toMatchObject({ status: 400, body: { issues } });
  });

  it('is used by a portfolio that already has it', async () => {
    const { call, ledger } = createFigureApp([buy]);
    ledger.settings = { ...ledger.settings, currency: 'QQQ' };
    for (const path of ['holdings', 'holdings?currency=qqq'])
      expect(await call(path)).toMatchObject({ status: 200, body: { currency: 'QQQ' } });
  });
});

describe('the comparison of methods', () => {
  it('requires Pro', async () => {
    const { call } = createFigureApp([buy]);
    expect(await call('methods')).toMatchObject({
      status: 403,
      body: { code: 'plan_required', requiredTier: 'pro' },
    });
  });

  it('has each method with each scope, `uk` once, `specific` if lots are named', async () => {
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

  it('says how many disposals the gain by a method leaves out', async () => {
    const given = entryOf('g', 'buy', '2023-12-01', { in: '1 bitcoin' });
    const sold = entryOf('s', 'sell', '2024-02-10', { in: '80 USD', out: '1 bitcoin' });
    const { call, user } = createFigureApp([given, buy, later, sold]);
    user.tier = 'pro';
    const { body } = await call<MethodComparison>('methods');
    const gains = body.methods.map(({ method, realized, unknownGain }) => [method, realized, unknownGain]);
    expect(gains).toContainEqual(['fifo', null, 1]);
    expect(gains).toContainEqual(['lifo', '-10', undefined]);
  });

  it('says of how many coins the unrealized gain and the cost leave something out', async () => {
    const given = entryOf('g', 'buy', '2023-12-01', { in: '1 bitcoin' });
    const unpriced = entryOf('x', 'buy', '2024-01-05', { in: '1 solana', out: '7 USD' });
    const { call, user } = createFigureApp([given, buy, unpriced]);
    user.tier = 'pro';
    const { body } = await call<MethodComparison>('methods');
    for (const one of body.methods) expect(one, one.method).toMatchObject({ unknownCost: 1, unpriced: 1 });
  });
});

describe('a preview', () => {
  /** A valid body; its note names the entry it stands for. */
  const sketch = {
    type: 'sell',
    occurredAt: '2024-02-10T00:00:00.000Z',
    in: { currency: 'USD', amount: '60' },
    out: { coinId: 'bitcoin', amount: '1' },
  };
  const draft = entryOf('draft', 'sell', '2024-02-10', { in: '60 USD', out: '1 bitcoin' });

  it('shows the effect of a transaction and stores nothing', async () => {
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

  it('uses every method on Pro', async () => {
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

  it('is in the requested currency', async () => {
    const { call, drafts, past } = createFigureApp([buy, later]);
    drafts.set('sale', draft);
    const days = [buy, later, draft].map(({ occurredAt }) => new Date(occurredAt).toISOString().slice(0, 10));
    for (const day of [...days, '2026-01-02']) past.rates.set(`EUR ${day}`, '0.5');
    const { body } = await call<Preview>('preview?currency=eur', { ...sketch, note: 'sale' });
    expect(body.methods).toMatchObject([{ proceeds: '30', cost: '25.5', gain: '4.5' }]);
    expect(body.holdings.after).toMatchObject([{ costBasis: '70.5', realized: '4.5' }]);
  });

  it('can replace a transaction', async () => {
    const { call, drafts } = createFigureApp([buy, later, sale]);
    drafts.set('sale', draft);
    const { body } = await call<Preview>('preview', { ...sketch, note: 'sale', replaces: 'c' });
    expect(body.methods).toMatchObject([{ gain: '9' }]);
    expect(body.holdings).toMatchObject({ before: [{ amount: '0.5' }], after: [{ amount: '2' }] });
    expect(await call('preview', { ...sketch, note: 'sale', replaces: 'unknown' })).toMatchObject({
      status: 404,
    });
  });

  it('names what a purchase adds at its own cost, even if stored sales already take from it', async () => {
    const { call, drafts } = createFigureApp([buy, later, sale]);
    drafts.set(
      'older',
      entryOf('draft', 'buy', '2023-12-01', { in: '1 bitcoin', out: '30 USD', fee: '1 USD' }),
    );
    const body = {
      type: 'buy',
      occurredAt: '2023-12-01T00:00:00.000Z',
      in: { coinId: 'bitcoin', amount: '1' },
      out: { currency: 'USD', amount: '30' },
    };
    const answer = (await call<Preview>('preview', { ...body, note: 'older' })).body;
    expect(answer.adds).toEqual([{ coinId: 'bitcoin', amount: '1', cost: '31' }]);
    // The sale of 2.5 takes the new lot first, so the coin's cost grows by more than that.
    expect(answer.holdings.after).toMatchObject([{ amount: '1.5', costBasis: '115.5' }]);
    drafts.set('sale', draft);
    expect((await call<Preview>('preview', { ...sketch, note: 'sale' })).body.adds).toEqual([]);
  });

  it('refuses what could not be stored', async () => {
    expect(await createFigureApp().call('preview', { ...sketch, note: 'none' })).toMatchObject({
      status: 400,
    });
  });
});
