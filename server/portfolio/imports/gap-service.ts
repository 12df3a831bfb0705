import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { LedgerProblem } from '#contract/ledger/figures.ts';
import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { dayNumberOf, formatDay } from '#server/platform/utc-day.ts';
import type { ListedGaps } from '../ledger/figures/holdings.ts';
import type { TransactionStore } from '../ledger/transactions/store.ts';
import { type Checkpoint, findGaps, type Gap } from './change/checkpoints.ts';
import type { ImportStore } from './store.ts';

/** By coin: what a portfolio's ledger lacks according to its files. */
export type ListGaps = (portfolioId: string, revision: number) => Promise<ReadonlyMap<CoinId, ListedGaps>>;

export interface GapDeps {
  readonly db: Database;
  readonly store: Pick<ImportStore, 'listAppliedIds' | 'readCheckpoints'>;
  readonly transactions: Pick<TransactionStore, 'listOfCoins'>;
}

/** Number of ledgers whose gaps are cached. */
const maxLedgers = 200;
/** Coins and gaps in all of them together: some megabytes. */
const maxKeptGaps = 20_000;
/** The maximum number of gaps listed, besides the first of each coin: writing them takes some ten milliseconds. */
const maxListed = 5_000;
/**
 * The maximum number of balances compared, the newest files first. A thousand files can state 500 each, which would take
 * hundreds of megabytes and many seconds.
 */
const maxPoints = 50_000;
/** The most coins that are compared, so that the result can be kept. A ledger with more has no figures. */
const maxCoins = 5_000;
/** Files whose balances are read between two pauses: at most a megabyte. */
const filesAtOnce = 10;

type Gaps = ReadonlyMap<CoinId, ListedGaps>;

/** Compares the balances that files state with the ledger. Results are cached by the ledger's revision. */
export function createListGaps({ db, store, transactions }: GapDeps): ListGaps {
  const known = new LRUCache<string, Gaps>({
    max: maxLedgers,
    maxSize: maxKeptGaps,
    sizeCalculation: (gaps) => [...gaps.values()].reduce((sum, { problems }) => sum + 1 + problems.length, 1),
  });
  /** Concurrent calls share one. */
  const flights = new Map<string, Promise<Gaps>>();
  return async (portfolioId, revision) => {
    const key = `${portfolioId} ${revision}`;
    const found = known.get(key) ?? flights.get(key);
    if (found) return found;
    const flight = listGaps(portfolioId);
    flights.set(key, flight);
    try {
      const gaps = await flight;
      known.set(key, gaps);
      return gaps;
    } finally {
      flights.delete(key);
    }
  };

  async function listGaps(portfolioId: string): Promise<Gaps> {
    const found = new Map<CoinId, readonly Gap[]>();
    const points = await readPoints(portfolioId);
    const coinIds = [...points.keys()].slice(0, maxCoins);
    for await (const [coinId, rows] of transactions.listOfCoins(db, portfolioId, coinIds)) {
      const gaps = await findGaps(points.get(coinId) ?? [], rows);
      if (gaps.length > 0) found.set(coinId, gaps);
    }
    const total = [...found.values()].reduce((sum, { length }) => sum + length, 0);
    // If there are too many, each coin lists an equal share.
    const each = total <= maxListed ? maxListed : Math.max(1, Math.floor(maxListed / found.size));
    return new Map(
      [...found].map(([coinId, gaps]) => [
        coinId,
        { problems: gaps.slice(0, each).map(describeGap), count: gaps.length },
      ]),
    );
  }

  async function readPoints(portfolioId: string): Promise<Map<CoinId, Checkpoint[]>> {
    const ids = await store.listAppliedIds(db, portfolioId);
    const files: Checkpoint[][] = [];
    let count = 0;
    for (let next = 0; next < ids.length && count < maxPoints; next += filesAtOnce) {
      const some = ids.slice(next, next + filesAtOnce);
      const texts = await store.readCheckpoints(db, some);
      for (const id of some) {
        const points = JSON.parse(texts.get(id) ?? '[]') as Checkpoint[];
        count += points.length;
        if (count <= maxPoints) files.push(points);
      }
      await yieldToEventLoop();
    }
    return Map.groupBy(files.toReversed().flat(), ({ coinId }) => coinId);
  }
}

function describeGap({ amount, symbol, before }: Gap): LedgerProblem {
  const coins = `${amount} ${symbol.toUpperCase()} acquired before ${formatDay(dayNumberOf(before))}`;
  return {
    kind: 'missing_before',
    message: `A file shows more than the ledger has: at least ${coins} are missing.`,
    transactionId: null,
  };
}
