import { expect, it } from 'vitest';
import type { CoinSummary, LedgerQuery, LedgerSummary } from '../ledger-query.ts';
import { SummaryReader, SummarySender } from './summary-changes.ts';

const query: LedgerQuery = {
  ...{ portfolioId: 'p', revision: 1, size: 2, currency: 'USD', at: null },
  ...{ method: 'fifo', scope: 'portfolio' },
};

const summarize = (...coins: CoinSummary[]): LedgerSummary => ({ coins, otherFees: 0n, unknownOtherFees: 0 });

function makeCoin(coinId: string, amount: bigint): CoinSummary {
  return {
    ...{ coinId, amount, wallets: [['main', amount]], costBasis: 1n, amountWithCost: amount },
    ...{
      amountWithoutCost: 0n,
      realized: 0n,
      income: 0n,
      fees: 0n,
      lots: 1,
      unknownDisposals: 0,
      unknownGains: 0,
    },
    ...{ firstAcquiredAt: 0, isTraded: true, problems: [], problemCount: 0 },
  };
}

const [bitcoin, ether] = [makeCoin('bitcoin', 1n), makeCoin('ethereum', 2n)];

it('sends a coin again only after it changed', async () => {
  const sender = new SummarySender();
  const reader = new SummaryReader();
  const sent: unknown[] = [];
  const read = (summary: LedgerSummary, wanted = query) =>
    reader.read(wanted, async (known) => {
      const changes = structuredClone(sender.write(summary, known));
      sent.push(changes.coins.filter((coin) => typeof coin !== 'number').map(({ coinId }) => coinId));
      return changes;
    });

  const first = await read(summarize(bitcoin, ether));
  expect(first).toEqual(summarize(bitcoin, ether));
  const more = makeCoin('bitcoin', 3n);
  const second = await read(summarize(ether, more), { ...query, revision: 2 });
  expect(second).toEqual(summarize(ether, more));
  expect(second.coins[0]).toBe(first.coins[1]);
  expect(await read(summarize(more))).toEqual(summarize(more));
  expect(await read(summarize(bitcoin), { ...query, method: 'lifo' })).toEqual(summarize(bitcoin));
  expect(sent).toEqual([['bitcoin', 'ethereum'], ['bitcoin'], [], ['bitcoin']]);
});

it('reads answers to concurrent calls in any order', async () => {
  const sender = new SummarySender();
  const reader = new SummaryReader();
  await reader.read(query, async (known) => sender.write(summarize(bitcoin, ether), known));
  const [late, early] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const more = makeCoin('bitcoin', 3n);
  const one = reader.read(query, async (known) => {
    const changes = sender.write(summarize(ether, bitcoin), known);
    await late.promise;
    return changes;
  });
  const other = reader.read(query, async (known) => {
    const changes = sender.write(summarize(more, ether), known);
    await early.promise;
    return changes;
  });
  early.resolve();
  expect(await other).toEqual(summarize(more, ether));
  late.resolve();
  expect(await one).toEqual(summarize(ether, bitcoin));
  const next = await reader.read(query, async (known) => sender.write(summarize(more, ether), known));
  expect(next).toEqual(summarize(more, ether));
});

it('remembers few summaries with very many problems', () => {
  const sender = new SummarySender();
  const problems = Array.from({ length: 20_000 }, (_, index) => ({
    kind: 'unknown_cost' as const,
    transactionId: `t${index}`,
  }));
  const ids = Array.from({ length: 4 }, (_, index) => {
    const coin = { ...makeCoin(`coin-${index}`, 1n), problems };
    return { coin, id: sender.write(summarize(coin), null).id };
  });
  const known = ids.filter(({ coin, id }) => sender.write(summarize(coin), id).coins[0] === 0);
  expect(known.length).toBeLessThanOrEqual(2);
});

it('remembers few summaries with very many wallets', async () => {
  const sender = new SummarySender();
  const reader = new SummaryReader();
  const wallets = Array.from({ length: 500 }, (_, index) => [`w${index}`, 1n] as const);
  const coins = Array.from({ length: 10 }, (_, index) => ({ ...makeCoin(`coin-${index}`, 1n), wallets }));
  const asked: (number | null)[] = [];
  const read = (at: number) =>
    reader.read({ ...query, at }, async (known) => {
      asked.push(known);
      return sender.write(summarize(...coins), known);
    });
  for (let at = 0; at < 40; at += 1) await read(at);
  asked.length = 0;
  // The newest first, because a summary that is asked for again stays.
  for (let at = 39; at >= 0; at -= 1) await read(at);
  const remembered = asked.filter((known) => known !== null).length;
  expect(remembered).toBeGreaterThan(0);
  expect(remembered).toBeLessThanOrEqual(4);
});

it('sends everything if it is unknown what the other side has', () => {
  const sender = new SummarySender();
  const { id } = sender.write(summarize(bitcoin), null);
  for (let count = 0; count < 100; count += 1) sender.write(summarize(ether), null);
  expect(sender.write(summarize(bitcoin), id).coins).toEqual([bitcoin]);
});
