import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { coinsOf } from '../engine/entry.ts';
import type { Ledger } from '../engine/ledger.ts';
import { writeLots } from '../figures/write-lots.ts';
import { listCounted } from '../proof/list-counted.ts';
import { buildProofText } from '../proof/proof-text.ts';
import type { BuildProof } from '../proof/proof-thread.ts';
import { proveFigure } from '../proof/prove-figure.ts';
import { createSpanValues } from '../returns/span-values.ts';
import type { LedgerTrace } from '../returns/trace-ledger.ts';
import { listBalanceSteps } from './balance-steps.ts';
import { compareAllMethods } from './compare-methods.ts';
import type { LedgerCalculator, LedgerProofQuery, LedgerVersion, LotQuery, LotRow } from './ledger-query.ts';
import { listDisposals } from './list-disposals.ts';
import { type LedgerParts, PortfolioLedger } from './portfolio-ledger.ts';
import { previewEntry } from './preview-entry.ts';
import { summarizeLedger } from './summarize-ledger.ts';

/** In bytes: roughly one ledger of the largest size. */
const maxCacheSize = 100_000_000;

/** Runs work on a ledger, at once or when work on other ledgers has ended. */
export type AdmitWork = <Result>(ledger: LedgerVersion, work: () => Promise<Result>) => Promise<Result>;

/**
 * Computes figures in the calling thread. Keeps the most recently used ledgers. Without `buildProof`, proofs are built in
 * this thread too. `admit` limits how many ledgers are worked on at a time, and `admitSpan` how many are valued over a
 * span, which may take a minute and must not keep others from their figures. All calls throw a `TooManyLotsError` if the
 * ledger names more than `maxLots`, or moves more than `maxMoves` between wallets.
 */
export function createInlineCalculator(
  parts: LedgerParts & {
    readonly buildProof?: BuildProof;
    readonly admit?: AdmitWork;
    readonly admitSpan?: AdmitWork;
  },
  maxSize = maxCacheSize,
): LedgerCalculator {
  const build = parts.buildProof ?? buildHere;
  const { admit = admitNow, admitSpan = admitNow } = parts;
  const ledgers = new LRUCache<string, PortfolioLedger>({
    maxSize,
    sizeCalculation: ({ size }) => Math.min(size, maxSize),
  });

  async function workNow<Result>(
    { portfolioId, revision }: LedgerVersion,
    task: (portfolio: PortfolioLedger) => Promise<Result>,
  ): Promise<Result> {
    const portfolio = ledgers.get(portfolioId) ?? new PortfolioLedger(portfolioId, parts);
    try {
      // Set before the work, so that concurrent calls share it, and afterwards to update its size.
      if (!ledgers.has(portfolioId)) ledgers.set(portfolioId, portfolio);
      return await portfolio.work(revision, () => task(portfolio));
    } finally {
      // Only a value that is added is measured: setting the same one again would keep its first size.
      if (ledgers.peek(portfolioId) === portfolio) {
        ledgers.delete(portfolioId);
        ledgers.set(portfolioId, portfolio);
      }
    }
  }

  const work = <Result>(ledger: LedgerVersion, task: (portfolio: PortfolioLedger) => Promise<Result>) =>
    admit(ledger, () => workNow(ledger, task));

  const spans = createSpanValues(parts);
  const withTrace = <Result>(query: LedgerVersion, task: (trace: LedgerTrace) => Promise<Result>) =>
    admitSpan(query, async () => task(await work(query, (portfolio) => portfolio.trace())));

  const readCounted = (query: LedgerProofQuery) =>
    work(query, async (portfolio) => listCounted(portfolio.entries.values(), query.request));

  return {
    summarize: (query) =>
      work(query, async (portfolio) => {
        const ledger = await portfolio.open(query);
        await sumUp(ledger);
        return { ...summarizeLedger(ledger), provisional: portfolio.listProvisional() };
      }),
    writeLots: async (query) =>
      writeLots(
        await work(query, async (portfolio) => listLots(await openForLots(portfolio, query), query.coinId)),
      ),
    listDisposals: (query) =>
      work(query, async (portfolio) => {
        const ledger = await portfolio.open(query);
        await computeDisposals(ledger, query.coinId);
        return listDisposals(ledger, query);
      }),
    compareMethods: (query) => work(query, (portfolio) => compareAllMethods(portfolio, query)),
    preview: (query) => work(query, (portfolio) => previewEntry(portfolio, query)),
    // These read prices once they have the trace, so that other calls for the ledger don't wait for them.
    calculateReturns: (query) => withTrace(query, (trace) => spans.calculateReturns(trace, query)),
    listValues: (query) => withTrace(query, (trace) => spans.listValues(trace, query)),
    listBalances: (query) =>
      work(query, async (portfolio) => listBalanceSteps(portfolio.entries.values(), await portfolio.trace())),
    prove: async (query) =>
      proveFigure({ ...query, subject: subjectOf(query) }, await readCounted(query), {
        past: parts.past,
        build,
      }),
  };
}

/** Whose turn work on a ledger is. */
export const subjectOf = ({ accountId, portfolioId }: LedgerVersion): string => accountId ?? portfolioId;

const admitNow: AdmitWork = (_ledger, work) => work();
const buildHere: BuildProof = async (_subject, ...proof) => buildProofText(...proof);

/** Computes the figures of each coin, which takes long by `uk`, letting other calls run in between. They are then known. */
async function sumUp(ledger: Ledger): Promise<void> {
  for (const coinId of ledger.listStale()) {
    ledger.figuresOf(coinId);
    await yieldToEventLoop();
  }
}

/** The same for disposals, of one coin or of all. */
async function computeDisposals(ledger: Ledger, coinId: string | null): Promise<void> {
  for (const coin of coinId === null ? ledger.listCoins() : [coinId]) {
    ledger.figuresOf(coin)?.listDisposals();
    await yieldToEventLoop();
  }
}

/** The ledger in use or, without one of its transactions, one built for this call from the coin's transactions. */
async function openForLots(portfolio: PortfolioLedger, query: LotQuery): Promise<Ledger> {
  const { coinId, without } = query;
  if (without === null) return portfolio.open(query);
  const others = [...portfolio.entries.values()].filter(
    (entry) => entry.id !== without && (coinId === null || coinsOf(entry).includes(coinId)),
  );
  return portfolio.build(query, others);
}

function listLots(ledger: Ledger, coinId: string | null): LotRow[] {
  const coins = coinId === null ? ledger.listCoins().sort() : [coinId];
  return coins.flatMap((coin) =>
    (ledger.figuresOf(coin)?.lots ?? []).map((lot) => ({ ...lot, coinId: coin })),
  );
}
