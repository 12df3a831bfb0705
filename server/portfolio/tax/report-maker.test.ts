import { describe, expect, it, onTestFinished } from 'vitest';
import type { LedgerSettings } from '#contract/ledger/settings.ts';
import type { TaxReportChoice } from '#contract/tax/choice.ts';
import { entryOf } from '../../../tests/support/portfolio/ledger-entries.ts';
import { FakePastValues, MemoryLedger } from '../../../tests/support/portfolio/memory-ledger.ts';
import type { LedgerEntry } from '../ledger/engine/entry.ts';
import type { ReportQuery, ReportReads } from './calculator/report-query.ts';
import { createReportThread, type ReportThreadOptions } from './calculator/report-thread.ts';
import { createReportMaker } from './report-maker.ts';

const trades = [
  entryOf('a', 'buy', '2024-01-01', { in: '2 bitcoin', out: '100 USD' }),
  entryOf('b', 'buy', '2024-02-01', { in: '2 bitcoin', out: '200 USD' }),
  entryOf('c', 'sell', '2024-03-01', { in: '500 USD', out: '2 bitcoin' }),
];
const many = Array.from({ length: 1000 }, (_, index) =>
  entryOf(`m${index}`, 'buy', '2023-01-01', { in: '1 ethereum', out: '1 USD' }),
);
const choice: TaxReportChoice = { country: 'generic', year: 2024, with: [], basis: 'allocated' };

function createMaker(entries: readonly LedgerEntry[], options?: ReportThreadOptions) {
  const ledger = new MemoryLedger(entries);
  const past = new FakePastValues();
  const inThread: ReportQuery[] = [];
  const thread = createReportThread(options);
  onTestFinished(() => thread.stop());
  const maker = createReportMaker({
    source: ledger,
    past,
    portfolios: {
      list: async () => [{ id: ledger.portfolioId, name: 'Main', createdAt: '2024-01-01T00:00:00Z' }],
    },
    readNames: async () => new Map([['bitcoin', { symbol: 'btc', name: 'Bitcoin' }]]),
    listWallets: async () => [],
    thread: {
      ...thread,
      makeReportBytes(query, reads, turn) {
        inThread.push(query);
        return thread.makeReportBytes(query, reads, turn);
      },
    },
    clock: { now: () => Date.parse('2025-06-01') },
  });
  const request = { userId: ledger.userId, portfolioId: ledger.portfolioId, choice };
  return { maker, ledger, past, inThread, request };
}

describe('reports', () => {
  it('of few transactions that name many lots are made in a thread', async () => {
    const lots = Array.from({ length: 600 }, () => ({ transactionId: 'a', amount: 10n ** 15n }));
    const sales = ['2024-03-01', '2024-04-01'].map((day, index) =>
      entryOf(`s${index}`, 'sell', day, { in: '60 USD', out: '1 bitcoin' }, { lots }),
    );
    const { maker, inThread, request } = createMaker([...trades.slice(0, 2), ...sales]);
    expect((await maker.makeReport(request)).lines).toHaveLength(2);
    expect(inThread).toHaveLength(1);
  });

  it('of small ledgers are made in the process, of large ones in a thread, with the same result', async () => {
    const [small, large] = [createMaker(trades), createMaker([...trades, ...many])];
    const [one, other] = [
      await small.maker.makeReport(small.request),
      await large.maker.makeReport(large.request),
    ];
    expect([small.inThread.length, large.inThread.length]).toEqual([0, 1]);
    expect(other.totals).toEqual(one.totals);
    expect(other.lines).toEqual(one.lines);
    expect(one.lines).toMatchObject([{ symbol: 'btc', gain: '400' }]);
  });

  it('of large ledgers are made from data that their thread reads itself', async () => {
    const module = new URL('../../../tests/support/portfolio/thread-source.ts', import.meta.url);
    const ownSource = { module, options: { count: 3 } };
    const { maker, ledger, request } = createMaker(many, { ownSource });
    ledger.readChanges = () => Promise.reject(new Error('read in the wrong thread'));
    const report = await maker.makeReport(request);
    expect([report.lines, report.problems]).toEqual([[], []]);
  });

  it('use other settings, prices and rates if given', async () => {
    const { maker, request } = createMaker([
      ...trades,
      entryOf('i', 'income', '2024-04-01', { in: '1 bitcoin' }, { kind: 'staking' }),
    ]);
    const past = new FakePastValues();
    past.closes.set('bitcoin 2024-04-01', '70');
    const settings: LedgerSettings = { method: 'average', scope: 'portfolio', currency: 'USD' };
    const report = await maker.makeReport({ ...request, settings, past });
    expect([report.method, report.totals.net, report.income.total]).toEqual(['average', '350', '70']);
    const usual = await maker.makeReport(request);
    expect([usual.method, usual.totals.net, usual.income.total]).toEqual(['fifo', '400', null]);
    expect(usual.problems).toMatchObject([{ kind: 'no_price', transactionId: 'i' }]);
  });

  it('have values for days without transactions, if a rule needs them', async () => {
    const { maker, past, request } = createMaker([
      entryOf('a', 'buy', '2024-01-01', { in: '1 bitcoin', out: '100 EUR' }),
      entryOf('e', 'buy', '2024-01-02', { in: '1 ethereum', out: '100 EUR' }),
      entryOf('s', 'sell', '2024-03-01', { in: '300 EUR', out: '1 bitcoin' }),
    ]);
    past.closes.set('bitcoin 2024-03-01', '600');
    past.closes.set('ethereum 2024-03-01', '200');
    past.rates.set('EUR 2024-03-01', '0.5');
    const report = await maker.makeReport({ ...request, choice: { ...choice, country: 'FR' } });
    // 200 € of cost × 300 ÷ (300 + 100).
    expect(report.lines).toMatchObject([{ portfolioValue: '400', cost: '150', gain: '150' }]);
  });

  it('say while a price is being looked up', async () => {
    const { maker, past, request } = createMaker([
      ...trades,
      entryOf('e', 'buy', '2024-01-02', { in: '1 ethereum', out: '100 USD' }),
    ]);
    past.rates.set('EUR 2024-01-01', '1').set('EUR 2024-01-02', '1').set('EUR 2024-02-01', '1');
    past.rates.set('EUR 2024-03-01', '1');
    past.closes.set('bitcoin 2024-03-01', '250').set('ethereum 2024-03-01', 'pending');
    const { problems, lines } = await maker.makeReport({ ...request, choice: { ...choice, country: 'FR' } });
    expect(problems).toMatchObject([{ kind: 'price_pending', transactionId: 'c' }]);
    expect(lines).toMatchObject([{ gain: null }]);
  });

  it('are not found for portfolios that do not exist', async () => {
    const { maker, request } = createMaker(trades);
    const notFound = { code: 'not_found' };
    await expect(maker.makeBytes({ ...request, portfolioId: 'other' }, 'json')).rejects.toMatchObject(
      notFound,
    );
    await expect(
      maker.makeBytes({ ...request, choice: { ...choice, with: ['other'] } }, 'json'),
    ).rejects.toMatchObject(notFound);
  });

  it('fail when the thread dies, without affecting the others', async () => {
    const file = new URL('../../../tests/support/portfolio/dying-worker.ts', import.meta.url);
    const { maker, request } = createMaker([...trades, ...many], { file });
    const both = [maker.makeBytes(request, 'json'), maker.makeBytes(request, 'csv')];
    for (const made of both) await expect(made).rejects.toThrow('ended');
  });

  it('fail with a message that says so if they take too much memory', async () => {
    const file = new URL('../../../tests/support/portfolio/starving-worker.ts', import.meta.url);
    const { maker, request } = createMaker([...trades, ...many], { file });
    await expect(maker.makeBytes(request, 'json')).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('too much memory'),
    });
  });

  it('time out with a message that says what to do', async () => {
    const file = new URL('../../../tests/support/portfolio/silent-worker.ts', import.meta.url);
    const { maker, request } = createMaker([...trades, ...many], { file, maxMs: 1 });
    const both = [maker.makeBytes(request, 'json'), maker.makeBytes(request, 'csv')];
    for (const made of both)
      await expect(made).rejects.toMatchObject({ status: 409, message: expect.stringContaining('too long') });
  });
});

it('A report that takes minutes holds up no report of a smaller ledger', async () => {
  const file = new URL('../../../tests/support/portfolio/endless-worker.ts', import.meta.url);
  const thread = createReportThread({ file });
  const make = (year: number, userId: string, size: number) =>
    thread.makeReportBytes({ year } as ReportQuery, {} as ReportReads, { userId, size });
  const long = make(2023, 'one', 90_000);
  expect(await make(2024, 'other', 4_999)).toHaveLength(0);
  await thread.stop();
  await expect(long).rejects.toThrow('ended');
});

it('A report of a smaller ledger that takes minutes all the same makes way for the others', async () => {
  const file = new URL('../../../tests/support/portfolio/endless-worker.ts', import.meta.url);
  const thread = createReportThread({ file, maxShortMs: 3_000 });
  const make = (year: number, userId: string) =>
    thread.makeReportBytes({ year } as ReportQuery, {} as ReportReads, { userId, size: 4_999 });
  const long = make(2023, 'one');
  expect(await make(2024, 'other')).toHaveLength(0);
  expect(await make(2024, 'one')).toHaveLength(0);
  await thread.stop();
  await expect(long).rejects.toThrow('ended');
});
