import { describe, expect, it } from 'vitest';
import type { PortfolioReturns, ValueLine } from '#contract/ledger/returns.ts';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { createReturnsApp, type PriceOn } from '../../../../tests/support/portfolio/returns-app.ts';
import type { LedgerEntry } from '../engine/entry.ts';

/** Prices by coin, each valid from its date until the next. */
const pricesOf =
  (lines: Readonly<Record<string, Readonly<Record<string, string>>>>): PriceOn =>
  (coinId, date) => {
    const line = Object.entries(lines[coinId] ?? {}).filter(([from]) => from <= date);
    return line.at(-1)?.[1] ?? null;
  };

const steady = pricesOf({ bitcoin: { '2000-01-01': '100' }, ether: { '2000-01-01': '10' } });
/** Bitcoin doubles after the first day and halves on the fifth. */
const doubling = pricesOf({
  bitcoin: { '2000-01-01': '100', '2024-01-02': '200', '2024-01-05': '100' },
  ether: { '2000-01-01': '10', '2024-01-03': '15' },
});

const buy = entryOf('a', 'buy', '2024-01-01', { in: '1 bitcoin', out: '100 USD' });

async function returnsOf(entries: readonly LedgerEntry[], prices = doubling, query = '') {
  const { body } = await createReturnsApp(entries, prices).call<PortfolioReturns>(`returns${query}`);
  const { simple, timeWeighted, moneyWeighted, benchmark } = body;
  return {
    percents: [simple, timeWeighted, moneyWeighted, benchmark].map(({ percent }) => percent),
    reasons: [simple, timeWeighted, moneyWeighted, benchmark].map(({ reason }) => reason),
    body,
  };
}

describe('returns', () => {
  it('match those computed by hand', async () => {
    // Paid in 100 + 1 fee, and 50 on the third day at 200, for 0.25 more. Sold 0.5 on the fourth for 100 less 2.
    const entries = [
      entryOf('a', 'buy', '2024-01-01', { in: '1 bitcoin', out: '100 USD', fee: '1 USD' }),
      entryOf('b', 'buy', '2024-01-03', { in: '0.25 bitcoin', out: '50 USD' }),
      entryOf('c', 'sell', '2024-01-04T10:00:00Z', { out: '0.5 bitcoin', in: '100 USD', fee: '2 USD' }),
    ];
    const { body } = await returnsOf(entries);
    // 0.75 left at 100. Simple: (75 + 98 − 151) ÷ 151.
    expect(body.simple.percent).toBe('14.56953642');
    // 100/101 × 200/100 × 250/250 × (150 + 98)/250 × 75/150 − 1.
    expect(body.timeWeighted.percent).toBe('-1.78217822');
    expect(body.simple.reason).toBeNull();
    expect(body.simple.definition).toMatch(/^[^.]+\.$/);
    // 1.01 + 0.25 − 0.49 bitcoins at 100: (77 + 98 − 151) ÷ 151.
    expect(body.benchmark.percent).toBe('15.89403974');
    expect(body).toMatchObject({ from: '2024-01-01T00:00:00.000Z', to: '2024-01-10T12:00:00.000Z' });
  });

  it('find the annual rate from the dates of the payments', async () => {
    const entries = [
      entryOf('a', 'buy', '2023-01-01', { in: '1 bitcoin', out: '100 USD' }),
      entryOf('b', 'sell', '2024-01-01', { out: '0.5 bitcoin', in: '60 USD' }),
    ];
    const prices = pricesOf({ bitcoin: { '2000-01-01': '100', '2023-06-01': '145.2' } });
    const app = createReturnsApp(entries, prices, '2024-12-31');
    const { body } = await app.call<PortfolioReturns>('returns?to=2024-12-31');
    // −100 + 60/1.1 + 72.6/1.1² is positive; the rate is the root of 100x² − 60x − 72.6.
    const rate = (60 + Math.sqrt(60 ** 2 + 4 * 100 * 72.6)) / 200;
    expect(Number(body.moneyWeighted.annualPercent)).toBeCloseTo((rate - 1) * 100, 7);
    expect(Number(body.moneyWeighted.percent)).toBeCloseTo((rate ** 2 - 1) * 100, 7);
  });

  it("are zero if prices don't change and there are no fees", async () => {
    const entries = [
      buy,
      entryOf('b', 'buy', '2024-01-02', { in: '3 ether', out: '30 USD' }),
      entryOf('c', 'swap', '2024-01-03', { in: '0.1 bitcoin', out: '1 ether' }),
      entryOf('d', 'spend', '2024-01-04', { out: '0.5 bitcoin' }),
      entryOf('e', 'gift_out', '2024-01-05', { out: '0.1 bitcoin' }),
      entryOf('f', 'opening', '2024-01-06', { in: '2 bitcoin', out: '1 USD' }),
      entryOf('g', 'gift_in', '2024-01-06', { in: '1 bitcoin', value: '7 USD' }),
      entryOf('h', 'income', '2024-01-07', { in: '1 bitcoin' }, { kind: 'salary' }),
      entryOf('i', 'transfer', '2024-01-08', { out: '1 bitcoin' }, { wallet: 'elsewhere', toWallet: 'main' }),
      entryOf('j', 'sell', '2024-01-09', { out: '1 bitcoin', in: '100 USD' }),
    ];
    expect((await returnsOf(entries, steady)).percents).toEqual(['0', '0', '0', '0']);
  });

  it('count income, coin fees and losses as return', async () => {
    const staked = entryOf('b', 'income', '2024-01-03', { in: '0.1 bitcoin' }, { kind: 'staking' });
    const lost = entryOf('c', 'loss', '2024-01-03', { out: '0.3 bitcoin' });
    const moved = entryOf(
      'd',
      'transfer',
      '2024-01-03',
      { out: '0.5 bitcoin', fee: '0.2 bitcoin' },
      { toWallet: 'other' },
    );
    expect((await returnsOf([buy, staked], steady)).percents.slice(0, 2)).toEqual(['10', '10']);
    expect((await returnsOf([buy, lost], steady)).percents.slice(0, 2)).toEqual(['-30', '-30']);
    expect((await returnsOf([buy, moved], steady)).percents.slice(0, 2)).toEqual(['-20', '-20']);
  });

  it('count other money fees as paid in', async () => {
    const moved = entryOf(
      'b',
      'transfer',
      '2024-01-03',
      { out: '1 bitcoin', fee: '25 USD' },
      { toWallet: 'other' },
    );
    const { percents } = await returnsOf([buy, moved], steady);
    expect(percents.slice(0, 2)).toEqual(['-20', '-20']);
    const alone = entryOf('c', 'fee', '2024-01-03', { out: '25 USD' });
    expect((await returnsOf([buy, alone], steady)).percents).toEqual(percents);
  });

  it('weigh only time if time-weighted: the size of payments has no effect', async () => {
    const buyMore = (amount: number) =>
      entryOf('b', 'buy', '2024-01-03', { in: `${amount} bitcoin`, out: `${amount * 200} USD` });
    const small = await returnsOf([buy, buyMore(1)]);
    const large = await returnsOf([buy, buyMore(1000)]);
    expect(small.body.timeWeighted.percent).toBe('0');
    expect(large.body.timeWeighted.percent).toBe('0');
    expect(large.percents[0]).not.toBe(small.percents[0]);
  });

  it('are independent of the scale of everything', async () => {
    const makeEntries = (scale: number) => [
      entryOf('a', 'buy', '2024-01-01', { in: `${scale} bitcoin`, out: `${100 * scale} USD` }),
      entryOf('b', 'sell', '2024-01-03', { out: `${scale / 2} bitcoin`, in: `${90 * scale} USD` }),
    ];
    expect((await returnsOf(makeEntries(1024))).percents).toEqual((await returnsOf(makeEntries(1))).percents);
  });

  it('start with the value before the span', async () => {
    const { percents, body } = await returnsOf([buy], doubling, '?from=2024-01-03&to=2024-01-06');
    expect(percents.slice(0, 2)).toEqual(['-50', '-50']);
    expect(body.benchmark.percent).toBe('-50');
    expect(body).toMatchObject({ from: '2024-01-03T00:00:00.000Z', to: '2024-01-06T00:00:00.000Z' });
  });

  it('leave out what happens at or after the end of the span', async () => {
    const later = entryOf('b', 'buy', '2024-01-04', { in: '1 bitcoin', out: '1 USD' });
    const { percents } = await returnsOf([buy, later], doubling, '?to=2024-01-04');
    expect(percents[0]).toBe('100');
  });

  it('use any currency, with each payment at the rate of its day', async () => {
    const entries = [entryOf('a', 'buy', '2024-01-01', { in: '1 bitcoin', out: '80 EUR' })];
    const app = createReturnsApp(entries, steady);
    for (let day = 1; day <= 31; day += 1) {
      const date = `2024-01-${String(day).padStart(2, '0')}`;
      app.past.rates.set(`EUR ${date}`, day < 5 ? '0.8' : '0.4');
    }
    app.past.rates.set('EUR 2023-12-31', '0.8');
    const euros = await app.call<PortfolioReturns>('returns?currency=eur');
    expect(euros.body.simple.percent).toBe('-50');
    expect((await app.call<PortfolioReturns>('returns')).body.simple.percent).toBe('0');
    const francs = await app.call<PortfolioReturns>('returns?currency=CHF');
    expect(francs.body.simple).toMatchObject({
      percent: null,
      reason: 'There is no exchange rate for CHF on 2024-01-01.',
    });
  });
});

describe('a return that cannot be computed', () => {
  const reasonsOf = async (entries: readonly LedgerEntry[], prices = doubling, query = '') =>
    (await returnsOf(entries, prices, query)).reasons;

  it('says that nothing was held', async () => {
    const nothing = Array.from({ length: 4 }, () => 'Nothing was held in this span.');
    expect(await reasonsOf([])).toEqual(nothing);
    expect(await reasonsOf([buy], doubling, '?to=2023-06-01')).toEqual(nothing);
  });

  it('reads no prices and rates if nothing was held, however long the span', async () => {
    for (const entries of [[], [buy]]) {
      const app = createReturnsApp(entries, doubling);
      const { past } = app;
      const days: string[] = [];
      past.readRates = async (wanted) => {
        days.push(...wanted.map(({ day }) => day));
        return wanted.map(() => null);
      };
      past.readSpan = async ({ from, to }) => {
        days.push(`${from} to ${to}`);
        return { prices: new Map(), sources: [], isPending: false };
      };
      const query = 'from=0001-01-01&to=2023-06-01&currency=EUR';
      const { body } = await app.call<PortfolioReturns>(`returns?${query}`);
      expect(body.simple.reason).toBe('Nothing was held in this span.');
      expect(body.from).toBe('0001-01-01T00:00:00.000Z');
      expect((await app.call<ValueLine>(`value-line?${query}`)).body.points).toEqual([]);
      expect(days).toEqual([]);
    }
  });

  it('names the coin and the day of a missing price', async () => {
    const rare = entryOf('b', 'opening', '2024-01-03', { in: '1 rare', out: '5 USD' });
    const reason = 'There is no price for rare on 2024-01-03.';
    expect(await reasonsOf([buy, rare])).toEqual([reason, reason, reason, reason]);
  });

  it('says that a price is being fetched', async () => {
    const prices: PriceOn = (coinId, date) => (coinId === 'rare' ? 'pending' : doubling(coinId, date));
    const [simple] = await reasonsOf([entryOf('b', 'gift_in', '2024-01-03', { in: '1 rare' })], prices);
    expect(simple).toBe('The price of rare on 2024-01-03 is being fetched. Try again in a few minutes.');
  });

  it('needs no price on days without payments', async () => {
    const prices: PriceOn = (coinId, date) =>
      date === '2024-01-03' || date === '2024-01-04' ? null : doubling(coinId, date);
    expect((await returnsOf([buy], prices)).percents.slice(0, 2)).toEqual(['0', '0']);
    const sale = entryOf('b', 'sell', '2024-01-04', { out: '0.5 bitcoin', in: '100 USD' });
    const { body } = await returnsOf([buy, sale], prices);
    expect(body.simple.percent).toBe('50');
    expect(body.timeWeighted.reason).toBe('There is no price for bitcoin on 2024-01-04.');
  });

  it('says which day has no return', async () => {
    const airdrop = entryOf('b', 'income', '2024-01-03', { in: '1 ether' }, { kind: 'airdrop' });
    const { body } = await returnsOf([airdrop]);
    expect(body.simple.reason).toBe('There was nothing at the start, and nothing was put in.');
    expect(body.timeWeighted.reason).toBe(
      'On 2024-01-03 coins came in while nothing was held, so that day has no return.',
    );
    const short = entryOf('c', 'sell', '2024-01-04', { out: '3 bitcoin', in: '1 USD' });
    expect((await returnsOf([buy, short])).body.timeWeighted.reason).toBe(
      'On 2024-01-04 more was sold than is known to have been held.',
    );
  });

  it('is a total loss if everything is lost', async () => {
    const lost = entryOf('b', 'loss', '2024-01-03', { out: '1 bitcoin' });
    expect((await returnsOf([buy, lost])).percents.slice(0, 3)).toEqual(['-100', '-100', '-100']);
  });
});

describe('the API', () => {
  it('requires a plan for returns but not for the value line', async () => {
    const app = createReturnsApp([buy], doubling);
    app.user.tier = 'free';
    expect(await app.call('returns')).toMatchObject({ status: 403, body: { code: 'plan_required' } });
    expect((await app.call('value-line')).status).toBe(200);
  });

  it("gives access only to the user's own portfolios", async () => {
    const app = createReturnsApp([buy], doubling);
    app.user.id = 'somebody else';
    expect((await app.call('returns')).status).toBe(404);
    expect((await app.call('value-line')).status).toBe(404);
  });

  it.each([
    ['from=2024-01-05&to=2024-01-05', 'from'],
    ['from=tomorrow', 'from'],
    ['currency=1', 'currency'],
    ['currency=QQQ', 'currency'],
  ])('refuses %s', async (query, path) => {
    const app = createReturnsApp([buy], doubling);
    for (const call of ['returns', 'value-line']) {
      expect(await app.call(`${call}?${query}`)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    }
  });

  it('reads the ledger again only after a change', async () => {
    const app = createReturnsApp([buy], doubling);
    await app.call('returns');
    await app.call('value-line');
    expect(app.ledger.reads).toBe(1);
    app.ledger.put(entryOf('b', 'buy', '2024-01-03', { in: '1 bitcoin', out: '300 USD' }));
    const { body } = await app.call<ValueLine>('value-line?from=2024-01-03&to=2024-01-04');
    expect(app.ledger.reads).toBe(2);
    expect(body.points).toEqual([{ day: '2024-01-03', value: '400', invested: '400', bitcoin: '500' }]);
  });
});

describe('the value line', () => {
  const lineOf = async (entries: readonly LedgerEntry[], prices = doubling, query = '') =>
    (await createReturnsApp(entries, prices, '2024-01-05').call<ValueLine>(`value-line${query}`)).body;

  it('has the value held, the amount paid in, and the same in bitcoin', async () => {
    const entries = [
      entryOf('a', 'buy', '2024-01-01', { in: '10 ether', out: '100 USD' }),
      entryOf('b', 'sell', '2024-01-04', { out: '4 ether', in: '60 USD', fee: '1 USD' }),
    ];
    expect(await lineOf(entries)).toEqual({
      points: [
        { day: '2024-01-01', value: '100', invested: '100', bitcoin: '100' },
        { day: '2024-01-02', value: '100', invested: '100', bitcoin: '200' },
        { day: '2024-01-03', value: '150', invested: '100', bitcoin: '200' },
        { day: '2024-01-04', value: '90', invested: '41', bitcoin: '141' },
        { day: '2024-01-05', value: '90', invested: '41', bitcoin: '70.5' },
      ],
      gaps: [],
      coverage: { from: '2024-01-01T00:00:00.000Z', sources: ['simulated'] },
    });
  });

  it('lists coins and days without a price', async () => {
    const rare = entryOf('b', 'swap', '2024-01-02', { in: '1 rare', out: '0.5 bitcoin' });
    const prices: PriceOn = (coinId, date) =>
      coinId === 'rare' && date === '2024-01-04' ? '7' : doubling(coinId, date);
    const { points, gaps } = await lineOf([buy, rare], prices);
    expect(points.map(({ value }) => value)).toEqual(['100', null, null, '107', null]);
    expect(points.map(({ invested }) => invested)).toEqual(['100', '100', '100', '100', '100']);
    const none = await lineOf([rare], () => null);
    expect(none.coverage).toBeNull();
    expect(gaps).toEqual([
      { coinId: 'rare', from: '2024-01-02', to: '2024-01-03' },
      { coinId: 'rare', from: '2024-01-05', to: '2024-01-05' },
    ]);
    expect((await lineOf([buy, rare], prices, '?from=2024-01-03&to=2024-01-04')).gaps).toEqual([
      { coinId: 'rare', from: '2024-01-03', to: '2024-01-03' },
    ]);
  });

  it('sums exactly', async () => {
    const prices: PriceOn = () => '0.000000000000000001';
    const dust = entryOf('a', 'buy', '2024-01-05', { in: '0.000000000000000001 ether', out: '0.1 USD' });
    const { points } = await lineOf(
      [dust, entryOf('b', 'buy', '2024-01-05', { in: '1 bitcoin', out: '0.2 USD' })],
      prices,
    );
    expect(points).toMatchObject([
      { value: '0.000000000000000001000000000000000001', invested: '0.3', bitcoin: '0.3' },
    ]);
  });

  it('is empty for an empty ledger', async () => {
    expect(await lineOf([])).toEqual({ points: [], gaps: [], coverage: null });
  });
});
