import { LRUCache } from 'lru-cache';
import type { LedgerProblem } from '#contract/ledger/figures.ts';
import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Pauses } from '#server/platform/pauses.ts';
import { dayNumberOf, formatDay } from '#server/platform/utc-day.ts';
import type { TransactionStore } from '../ledger/transactions/store.ts';
import { type Checkpoint, findGaps, type Gap } from './change/checkpoints.ts';
import type { ImportStore } from './store.ts';

/** By coin: what a portfolio's ledger lacks according to its files. */
export type ListGaps = (
  portfolioId: string,
  revision: number,
) => Promise<ReadonlyMap<CoinId, LedgerProblem[]>>;

export interface GapDeps {
  readonly db: Database;
  readonly store: Pick<ImportStore, 'listCheckpoints'>;
  readonly transactions: Pick<TransactionStore, 'listOfCoin'>;
}

/** Number of ledgers whose gaps are cached. */
const maxLedgers = 200;
/** Files whose balances are read between two pauses. */
const filesAtOnce = 20;

/** Compares the balances that files state with the ledger. Results are cached by the ledger's revision. */
export function createListGaps({ db, store, transactions }: GapDeps): ListGaps {
  const known = new LRUCache<string, ReadonlyMap<CoinId, LedgerProblem[]>>({ max: maxLedgers });
  return async (portfolioId, revision) => {
    const key = `${portfolioId} ${revision}`;
    const problems = known.get(key) ?? (await listGaps(portfolioId));
    known.set(key, problems);
    return problems;
  };

  async function listGaps(portfolioId: string): Promise<ReadonlyMap<CoinId, LedgerProblem[]>> {
    const texts = await store.listCheckpoints(db, portfolioId);
    const points: Checkpoint[] = [];
    const pauses = new Pauses(filesAtOnce);
    for (const text of texts) {
      points.push(...(JSON.parse(text) as Checkpoint[]));
      await pauses.after();
    }
    const problems = new Map<CoinId, LedgerProblem[]>();
    for (const [coinId, ofCoin] of Map.groupBy(points, (point) => point.coinId)) {
      const rows = await transactions.listOfCoin(db, portfolioId, coinId);
      const gaps = await findGaps(ofCoin, rows);
      if (gaps.length > 0) problems.set(coinId, gaps.map(describeGap));
    }
    return problems;
  }
}

function describeGap({ amount, symbol, before }: Gap): LedgerProblem {
  const what = `${amount} ${symbol.toUpperCase()} acquired before ${formatDay(dayNumberOf(before))}`;
  return {
    kind: 'missing_before',
    message: `A file shows more than the ledger has: at least ${what} are missing.`,
    transactionId: null,
  };
}
