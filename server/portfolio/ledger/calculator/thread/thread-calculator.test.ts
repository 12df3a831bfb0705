import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type {
  DisposalPage,
  LedgerHoldings,
  MethodComparison,
  OpenLots,
  Preview,
} from '#contract/ledger/figures.ts';
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable-error.ts';
import { createFigureApp } from '../../../../../tests/support/portfolio/figure-app.ts';
import { entryOf } from '../../../../../tests/support/portfolio/ledger-entries.ts';
import { createInlineCalculator } from '../inline-calculator.ts';
import { createSizedCalculator } from '../sized-calculator.ts';
import { createThreadCalculator } from './thread-calculator.ts';

const entries = [
  entryOf('a', 'buy', '2024-01-01', { in: '2 bitcoin', out: '100 USD' }),
  entryOf('b', 'income', '2024-01-05', { in: '2 ethereum' }),
  entryOf('c', 'sell', '2024-03-01', { in: '150 USD', out: '0.5 bitcoin' }),
];

/** A body that is as it should be; its note names the entry that it stands for. */
const sketch = {
  type: 'sell',
  occurredAt: '2024-03-02T00:00:00.000Z',
  in: { currency: 'USD', amount: '9' },
  out: { coinId: 'bitcoin', amount: '0.1' },
};

function createThreadApp(file?: URL) {
  return createFigureApp(entries, (parts) => {
    const calculator = createThreadCalculator(parts, file);
    onTestFinished(() => calculator.stop());
    return calculator;
  });
}

describe('a thread of its own', () => {
  it('answers each call like the process itself', async () => {
    const [here, there] = [createFigureApp(entries), createThreadApp()];
    for (const { past, user, drafts } of [here, there]) {
      past.closes.set('ethereum 2024-01-05', '2000');
      user.tier = 'pro';
      drafts.set('sale', entryOf('d', 'sell', '2024-03-02', { in: '9 USD', out: '0.1 bitcoin' }));
    }
    for (const path of ['holdings', 'lots', 'disposals', 'methods'])
      expect(await there.call<LedgerHoldings | OpenLots | DisposalPage | MethodComparison>(path)).toEqual(
        await here.call(path),
      );
    const draft = { ...sketch, note: 'sale' };
    expect(await there.call<Preview>('preview', draft)).toEqual(await here.call('preview', draft));
    expect((await there.call<LedgerHoldings>('holdings')).body.totals.income).toBe('4000');
  });

  it('follows the changes of the ledger without reading it again', async () => {
    const { call, ledger } = createThreadApp();
    await call('holdings');
    ledger.put(entryOf('d', 'buy', '2024-05-01', { in: '1 bitcoin', out: '100 USD' }));
    const { body } = await call<LedgerHoldings>('holdings');
    expect(body.holdings).toContainEqual(expect.objectContaining({ coinId: 'bitcoin', amount: '2.5' }));
    expect(ledger.reads).toBe(2);
  });

  it('fails the call alone where the ledger cannot be read, and answers the next one', async () => {
    const { call, ledger } = createThreadApp();
    const read = vi.spyOn(ledger, 'readChanges').mockRejectedValueOnce(new Error('the database is away'));
    expect((await call('holdings')).status).toBe(500);
    expect((await call('holdings')).status).toBe(200);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('says that the database is away, as the process itself would', async () => {
    const { call, ledger } = createThreadApp();
    const outage = new DatabaseUnavailableError('SQLITE_BUSY', { cause: new Error('busy') });
    vi.spyOn(ledger, 'readChanges').mockRejectedValueOnce(outage);
    expect((await call('holdings')).status).toBe(503);
    expect((await call('holdings')).status).toBe(200);
  });

  it('can read the ledger by itself', async () => {
    const ownSource = {
      module: new URL('../../../../../tests/support/portfolio/thread-source.ts', import.meta.url),
      options: { count: 7 },
    };
    const { call, ledger } = createFigureApp(entries, (parts) => {
      const calculator = createThreadCalculator({ ...parts, ownSource });
      onTestFinished(() => calculator.stop());
      return calculator;
    });
    const { body } = await call<LedgerHoldings>('holdings');
    expect(body.holdings).toMatchObject([{ coinId: 'bitcoin', amount: '7', costBasis: '70' }]);
    expect(ledger.reads).toBe(0);
  });

  it('can be started before the first call', async () => {
    const ownSource = {
      module: new URL('../../../../../tests/support/portfolio/thread-source.ts', import.meta.url),
      options: { count: 3 },
    };
    const started: unknown[] = [];
    const { call } = createFigureApp(entries, (parts) => {
      const calculator = createThreadCalculator({ ...parts, ownSource });
      onTestFinished(() => calculator.stop());
      started.push(calculator.prepare(), calculator.prepare());
      return calculator;
    });
    await Promise.all(started);
    const { body } = await call<LedgerHoldings>('holdings');
    expect(body.holdings).toMatchObject([{ coinId: 'bitcoin', amount: '3' }]);
  });

  it('fails the calls that wait where it dies, and is replaced', async () => {
    const dying = new URL('../../../../../tests/support/portfolio/dying-worker.ts', import.meta.url);
    const { call } = createThreadApp(dying);
    expect((await call('holdings')).status).toBe(500);
    expect((await call('holdings')).status).toBe(500);
  });
});

describe('where a ledger is worked out', () => {
  it('depends on its size', async () => {
    const used: string[] = [];
    let size = 10;
    const { ledger, call } = createFigureApp(entries, (parts) => {
      const inline = createInlineCalculator(parts);
      const named = (name: string) => ({
        ...inline,
        summarize: (query: Parameters<typeof inline.summarize>[0]) => {
          used.push(name);
          return inline.summarize(query);
        },
      });
      return createSizedCalculator({ small: named('small'), large: named('large') });
    });
    const findHead = ledger.findHead.bind(ledger);
    vi.spyOn(ledger, 'findHead').mockImplementation(async (...args) => ({
      ...(await findHead(...args))!,
      size,
    }));
    await call('holdings');
    size = 5_000;
    await call('holdings');
    expect(used).toEqual(['small', 'large']);
  });
});
