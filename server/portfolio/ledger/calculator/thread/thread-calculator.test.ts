import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type {
  DisposalPage,
  LedgerHoldings,
  MethodComparison,
  OpenLots,
  Preview,
} from '#contract/ledger/figures.ts';
import type { Proof } from '#contract/ledger/proof.ts';
import { blockOf, encodeBlock } from '#server/market/closes/close-block.ts';
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable-error.ts';
import { dayNumberOf, parseDay, startOfDay } from '#server/platform/utc-day.ts';
import { checkDocument } from '#web/portfolio/proof/check/check-document.ts';
import { countTurns } from '../../../../../tests/support/count-turns.ts';
import { createFigureApp } from '../../../../../tests/support/portfolio/figure-app.ts';
import { entryOf } from '../../../../../tests/support/portfolio/ledger-entries.ts';
import { FakePastValues, MemoryLedger } from '../../../../../tests/support/portfolio/memory-ledger.ts';
import type { ProofRequest } from '../../proof/proof-request.ts';
import { createInlineCalculator } from '../inline-calculator.ts';
import type { LedgerCalculator } from '../ledger-query.ts';
import { createSizedCalculator, maxSmallLots, maxSmallMoves } from '../sized-calculator.ts';
import { createThreadCalculator, type ThreadCalculator } from './thread-calculator.ts';

const entries = [
  entryOf('a', 'buy', '2024-01-01', { in: '2 bitcoin', out: '100 USD' }),
  entryOf('b', 'income', '2024-01-05', { in: '2 ethereum' }),
  entryOf('c', 'sell', '2024-03-01', { in: '150 USD', out: '0.5 bitcoin' }),
];

/** A valid body; its note names the entry it stands for. */
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

describe('a calculator thread', () => {
  it('sends lots as text that need not be read again', async () => {
    const source = new MemoryLedger(entries);
    const calculator = createThreadCalculator({ source, past: new FakePastValues() });
    onTestFinished(() => calculator.stop());
    const name = { portfolioId: 'portfolio', revision: 1, size: 3 };
    const query = { ...name, method: 'fifo', scope: 'portfolio', currency: 'USD', at: null } as const;
    const lots = await calculator.writeLots({ ...query, coinId: 'bitcoin', without: null });
    expect(lots).toBeInstanceOf(Uint8Array);
    expect(JSON.parse(Buffer.from(lots).toString())).toMatchObject([
      { transactionId: 'a', remaining: '1.5' },
    ]);
  });

  it('answers each call like a calculator in the process', async () => {
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

  it("takes the server's time, not this machine's: the price of a day may change until the day is over", async () => {
    const past = new FakePastValues();
    past.closes.set('ethereum 2024-01-05', '2000');
    const now = () => Date.parse('2024-01-05T12:00:00Z');
    const calculator = createThreadCalculator({ source: new MemoryLedger(entries), past, now });
    onTestFinished(() => calculator.stop());
    const { provisional } = await calculator.summarize({
      ...{ portfolioId: 'portfolio', revision: 1, size: 3 },
      ...{ method: 'fifo', scope: 'portfolio', currency: 'USD', at: null },
    });
    expect(provisional).toMatchObject([{ kind: 'quote', name: 'ethereum', day: '2024-01-05' }]);
  });

  it('follows changes of the ledger without reading all of it again', async () => {
    const { call, ledger } = createThreadApp();
    await call('holdings');
    ledger.put(entryOf('d', 'buy', '2024-05-01', { in: '1 bitcoin', out: '100 USD' }));
    const { body } = await call<LedgerHoldings>('holdings');
    expect(body.holdings).toContainEqual(expect.objectContaining({ coinId: 'bitcoin', amount: '2.5' }));
    expect(ledger.reads).toBe(2);
  });

  it('fails only the call when the ledger cannot be read, and answers the next one', async () => {
    const { call, ledger } = createThreadApp();
    const read = vi.spyOn(ledger, 'readChanges').mockRejectedValueOnce(new Error('the database is down'));
    expect((await call('holdings')).status).toBe(500);
    expect((await call('holdings')).status).toBe(200);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('reports that the database is down, as the process would', async () => {
    const { call, ledger } = createThreadApp();
    const outage = new DatabaseUnavailableError('SQLITE_BUSY', { cause: new Error('busy') });
    vi.spyOn(ledger, 'readChanges').mockRejectedValueOnce(outage);
    expect((await call('holdings')).status).toBe(503);
    expect((await call('holdings')).status).toBe(200);
  });

  it('can read the ledger itself', async () => {
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

  it('fails the waiting calls when it dies, and is replaced', async () => {
    const dying = new URL('../../../../../tests/support/portfolio/dying-worker.ts', import.meta.url);
    const { call } = createThreadApp(dying);
    expect((await call('holdings')).status).toBe(500);
    expect((await call('holdings')).status).toBe(500);
  });

  it('asks to try again when it runs out of memory, which the ledgers of others may have taken', async () => {
    const starving = new URL('../../../../../tests/support/portfolio/starving-worker.ts', import.meta.url);
    const { call } = createThreadApp(starving);
    expect(await call('holdings')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });
});

const name = { portfolioId: 'portfolio', revision: 1, size: 3 };
const request: ProofRequest = {
  ...{ figure: 'realized', coinId: null, disposal: null, span: { from: null, to: null } },
  ...{ at: null, asOf: Date.UTC(2024, 5), currency: 'USD', method: 'fifo', scope: 'portfolio' },
};
const proofQuery = { ...name, request, prices: new Map(), dayValues: [] };

describe('a proof made in a thread', () => {
  function createBoth(closes: Record<string, string>) {
    const past = new FakePastValues();
    for (const [key, close] of Object.entries(closes)) past.closes.set(key, close);
    const parts = { source: new MemoryLedger(entries), past, now: () => 0 };
    const there = createThreadCalculator(parts);
    onTestFinished(() => there.stop());
    return [createInlineCalculator(parts), there] as const;
  }

  it('equals that of the process, and holds', async () => {
    const [here, there] = createBoth({ 'ethereum 2024-01-05': '2000' });
    const answer = await there.prove(proofQuery);
    expect(answer).toEqual(await here.prove(proofQuery));
    const proof = JSON.parse(answer.outcome === 'proven' ? answer.json : '') as Proof;
    expect(proof.value).toBe('125');
    expect(await checkDocument(proof)).toMatchObject({ holds: true });
  });

  it('waits for prices that are being requested', async () => {
    const [, there] = createBoth({ 'ethereum 2024-01-05': 'pending' });
    expect(await there.prove(proofQuery)).toEqual({ outcome: 'pending' });
    const ofBitcoin = { ...proofQuery, request: { ...request, coinId: 'bitcoin' } };
    expect(await there.prove(ofBitcoin)).toMatchObject({ outcome: 'proven' });
  });

  it('keeps no other figures waiting while it is built', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({ ...entries[0]!, id: `t${index}` }));
    const calculator = createThreadCalculator({ source: new MemoryLedger(many), past: new FakePastValues() });
    onTestFinished(() => calculator.stop());
    const other = { ...name, portfolioId: 'other', scope: 'portfolio', currency: 'USD', at: null } as const;
    // Both ledgers are read, so that nothing but the proof is left to wait for.
    await calculator.summarize({ ...other, method: 'fifo' });
    await calculator.summarize({ ...other, ...name, method: 'fifo' });
    const done: string[] = [];
    const proof = calculator.prove(proofQuery).then((answer) => done.push(answer.outcome));
    await calculator.summarize({ ...other, method: 'lifo' }).then(() => done.push('figures'));
    await proof;
    expect(done).toEqual(['figures', 'proven']);
  });

  it('is refused for too many transactions', async () => {
    const many = Array.from({ length: 12_001 }, (_, index) => ({ ...entries[0]!, id: `t${index}` }));
    const source = new MemoryLedger(many);
    const inline = createInlineCalculator({ source, past: new FakePastValues(), now: () => 0 });
    expect(await inline.prove(proofQuery)).toEqual({ outcome: 'tooLarge' });
  });

  it('is made for an early sale of a coin with too many transactions', async () => {
    const later = Array.from({ length: 12_001 }, (_, index) =>
      entryOf(`t${index}`, 'buy', '2024-04-01', { in: '1 bitcoin', out: '90 USD' }),
    );
    const source = new MemoryLedger([...entries, ...later]);
    const inline = createInlineCalculator({ source, past: new FakePastValues(), now: () => 0 });
    const disposal = { transactionId: 'c', isFee: false };
    const ofSale: ProofRequest = { ...request, figure: 'gain', coinId: 'bitcoin', disposal };
    const answer = await inline.prove({ ...proofQuery, request: ofSale });
    const proof = JSON.parse(answer.outcome === 'proven' ? answer.json : '') as Proof;
    expect(proof).toMatchObject({ value: '125', at: '2024-03-01T00:00:00.000Z' });
    expect(await checkDocument(proof)).toMatchObject({ holds: true });
  });
});

describe('closes in a thread', () => {
  const today = dayNumberOf(Date.UTC(2024, 0, 10));

  /** Values of the archive, from a certain day on. */
  function listValues(firstDay: string, isAwaited: boolean) {
    const first = parseDay(firstDay);
    const reads: unknown[] = [];
    const blocks = [
      {
        block: blockOf(first),
        closes: encodeBlock(
          Array.from({ length: today - first }, (_, index) => {
            const day = first + index;
            return { day, source: 'coingecko' as const, price: '10', at: startOfDay(day + 1) };
          }),
        ),
      },
    ];
    const stored = { blocks, pinned: [], today, quote: '11', quotedBy: 'coingecko' as const };
    const past = Object.assign(new FakePastValues(), {
      readSpanForThread: async () => ({ stored }),
      requestMissing: async (...args: unknown[]) => {
        reads.push(args);
        return isAwaited;
      },
    });
    const source = new MemoryLedger([entryOf('a', 'buy', '2024-01-05', { in: '2 bitcoin', out: '10 USD' })]);
    const calculator = createThreadCalculator({ source, past });
    onTestFinished(() => calculator.stop());
    const to = Date.UTC(2024, 0, 10, 12);
    const line = calculator.listValues({ ...name, currency: 'USD', from: null, to, isNow: true });
    return { line, reads };
  }

  it('are decoded in the thread', async () => {
    const { line, reads } = listValues('2024-01-02', false);
    const { points, coverage } = await line;
    expect(points.slice(-2).map(({ value }) => value)).toEqual(['20', '22']);
    expect(coverage?.sources).toEqual(['coingecko']);
    expect(reads).toEqual([]);
  });

  it('that are missing are requested from the provider', async () => {
    const { line, reads } = listValues('2024-01-08', true);
    expect((await line).gaps).toHaveLength(1);
    expect(reads).toContainEqual(['bitcoin', parseDay('2024-01-07')]);
  });
});

/** Records where each call is answered. */
function createSized(small?: LedgerCalculator) {
  const used: string[] = [];
  const thread = { isReady: true };
  const placeOf = (place: string) =>
    new Proxy({} as LedgerCalculator & ThreadCalculator, {
      get: (_target, call: string) =>
        call === 'isReady' ? () => thread.isReady : async () => void used.push(`${call} ${place}`),
    });
  return {
    used,
    thread,
    sized: createSizedCalculator({ small: small ?? placeOf('here'), large: placeOf('there') }),
  };
}

describe('the choice of calculator', () => {
  const query = { ...name, method: 'fifo', scope: 'portfolio', currency: 'USD', at: null } as const;

  it("depends on the ledger's size", async () => {
    const { used, sized } = createSized();
    for (const size of [999, 1_000]) await sized.summarize({ ...query, size });
    expect(used).toEqual(['summarize here', 'summarize there']);
  });

  it('is the process until the thread is ready, unless that would take longer', async () => {
    const { used, thread, sized } = createSized();
    thread.isReady = false;
    for (const size of [4_999, 5_000]) await sized.summarize({ ...query, size });
    expect(used).toEqual(['prepare there', 'summarize here', 'summarize there']);
  });

  it('is the thread for a ledger that names too many lots', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `p${index}`);
    const lots = ids.map((transactionId) => ({ transactionId, amount: 1n }));
    const bought = ids.map((id) => entryOf(id, 'buy', '2024-01-01', { in: '9 bitcoin', out: '7 USD' }));
    const sold = Array.from({ length: 25 }, (_, index) =>
      entryOf(`s${index}`, 'sell', '2024-02-01', { in: '9 USD', out: '1 bitcoin' }, { lots }),
    );
    const source = new MemoryLedger([...bought, ...sold]);
    const parts = { source, past: new FakePastValues(), now: () => 0 };
    const { used, sized } = createSized(createInlineCalculator({ ...parts, maxLots: maxSmallLots }));
    expect((await sized.summarize({ ...query, size: 65 })).coins).toMatchObject([{ coinId: 'bitcoin' }]);
    expect(used).toEqual([]);
    source.put(entryOf('t', 'sell', '2024-03-01', { in: '9 USD', out: '1 bitcoin' }, { lots }));
    const larger = { ...query, revision: 2, size: 66 };
    await Promise.all([sized.summarize(larger), sized.listBalances(larger)]);
    expect(used.toSorted()).toEqual(['listBalances there', 'summarize there']);
    const { reads } = source;
    await sized.compareMethods({ ...larger, from: null, to: null });
    expect([used.at(-1), source.reads]).toEqual(['compareMethods there', reads]);
  });

  it('is the thread for a ledger that moves too many lots between wallets', async () => {
    const bought = Array.from({ length: 150 }, (_, index) =>
      entryOf(`b${index}`, 'buy', '2024-01-01', { in: '1 bitcoin', out: '7 USD' }),
    );
    const moved = Array.from({ length: 67 }, (_, index) => {
      const [wallet, toWallet] = index % 2 === 0 ? ['main', 'safe'] : ['safe', 'main'];
      const at = new Date(Date.UTC(2024, 1, 1) + index).toISOString();
      return entryOf(`m${index}`, 'transfer', at, { out: '150 bitcoin' }, { wallet, toWallet });
    });
    const parts = {
      source: new MemoryLedger([...bought, ...moved]),
      past: new FakePastValues(),
      now: () => 0,
    };
    const small = createInlineCalculator({ ...parts, maxLots: maxSmallLots, maxMoves: maxSmallMoves });
    const { used, sized } = createSized(small);
    const whole = { ...query, size: 217 };
    expect((await sized.summarize(whole)).coins).toMatchObject([{ coinId: 'bitcoin', lots: 150 }]);
    expect(used).toEqual([]);
    await sized.summarize({ ...whole, scope: 'wallet' });
    expect(used).toEqual(['summarize there']);
  });

  it('shares its time with other calls while it previews by every method', async () => {
    const source = new MemoryLedger([entryOf('b', 'buy', '2024-01-01', { in: '1 bitcoin', out: '7 USD' })]);
    const calculator = createInlineCalculator({ source, past: new FakePastValues(), now: () => 0 });
    await calculator.summarize(query);
    const entry = entryOf('s', 'sell', '2024-02-01', { in: '9 USD', out: '1 bitcoin' });
    const previewing = calculator.preview({ ...query, entry, replaces: null, isEveryMethod: true });
    const [preview, turns] = await countTurns(previewing);
    expect(preview!.methods).toHaveLength(9);
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it('is never the process for calls that take long for any size', async () => {
    const { used, thread, sized } = createSized();
    thread.isReady = false;
    const span = { ...name, currency: 'USD', from: null, to: 1, isNow: true };
    await sized.listValues(span);
    await sized.calculateReturns(span);
    await sized.prove(proofQuery);
    await sized.listBalances(name);
    expect(used).toEqual(['listValues there', 'calculateReturns there', 'prove there', 'listBalances here']);
  });
});

it('a thread is ready once it has answered, until it ends', async () => {
  const calculator = createThreadCalculator({
    source: new MemoryLedger(entries),
    past: new FakePastValues(),
  });
  expect(calculator.isReady()).toBe(false);
  await Promise.all([calculator.prepare(), calculator.prepare()]);
  expect(calculator.isReady()).toBe(true);
  await calculator.stop();
  expect(calculator.isReady()).toBe(false);
});
