import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { maxMergeAttempts } from '#server/platform/database/tables/import-tables.ts';
import { afterCommit, attemptWithin, type Tx } from '#server/platform/database/transact.ts';
import { createPolling } from '#server/platform/jobs/polling.ts';
import type { ClaimedPortfolio, MergedPortfolio, MergedPortfolioStore } from './merged-portfolio-store.ts';
import type { ImportPlanner } from './planner/import-planner.ts';
import { minLargeBytes, minLargeRows } from './planner/sized-planner.ts';

export interface Settler {
  start(): void;
  /** Resolves when the current portfolio is done. */
  stop(): Promise<void>;
  /** Compares the files of merged portfolios that are due. */
  runDue(): Promise<void>;
  /** Compares the files of a user's small portfolios within the transaction that merges accounts, the others after it. */
  settleSoon(tx: Tx, fromUserId: string, userId: string): Promise<void>;
}

/** Only for merges made by another process, or by one that has ended. This process settles its own merges immediately. */
const pollMs: Milliseconds = 5_000;
/** A process that has not renewed its claim for this long counts as dead. */
const claimMs: Milliseconds = 15_000;
const renewMs: Milliseconds = 5_000;
/** A failed attempt is repeated after a multiple of the time it took, because it holds up the imports of others. */
const minRetryMs: Milliseconds = 5_000;
const retryFactor = 4;

export interface SettlerDeps {
  readonly db: Database;
  readonly merged: MergedPortfolioStore;
  readonly planner: Pick<ImportPlanner, 'settle'>;
  readonly measurePortfolio: (id: string, reader: Database) => Promise<{ rows: number; bytes: number }>;
  readonly settleWithin: (tx: Tx, portfolio: MergedPortfolio) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/**
 * Plans the ledgers of merged portfolios again, because files of two accounts may contain the same rows under different
 * keys. Large ledgers are planned only after the merge: a plan of many files takes half a minute, and would block
 * everybody's writes. Until they are planned, they have no figures (`filesUnsettled`). If planning fails too often, users
 * are told to undo files (`filesIncomparable`); then the ledger is planned again.
 */
export function createSettler(deps: SettlerDeps): Settler {
  const { db, merged, planner, clock, logger } = deps;
  let isFirst = true;
  const polling = createPolling({
    everyMs: pollMs,
    async work() {
      // Claims may be left over from a process that has ended. Comparing a portfolio twice does no harm: it is written once.
      if (isFirst) await merged.release(db);
      isFirst = false;
      await runDue();
    },
    failure: 'the merged portfolios could not be read',
    logger,
  });

  async function runDue(): Promise<void> {
    while (!polling.isStopped()) {
      const portfolio = await merged.claim(db, clock.now(), claimMs);
      if (!portfolio) return;
      await settle(portfolio);
    }
  }

  async function settle({ attempts, ...portfolio }: ClaimedPortfolio): Promise<void> {
    const delay = (ms: Milliseconds) => merged.delay(db, portfolio.id, clock.now() + ms);
    const renewal = setInterval(() => void delay(claimMs).catch(() => undefined), renewMs);
    const startedAt = performance.now();
    try {
      await planner.settle(portfolio);
    } catch (error) {
      clearInterval(renewal);
      if (polling.isStopped()) return merged.uncountAttempt(db, portfolio.id);
      warn(logger, error, portfolio.id);
      if (attempts >= maxMergeAttempts)
        logger.warn(
          { portfolio: portfolio.id, attempts },
          'a merged portfolio has no figures until its files change',
        );
      await delay(Math.max(minRetryMs, retryFactor * (performance.now() - startedAt)));
    } finally {
      clearInterval(renewal);
    }
  }

  return {
    runDue,
    start: polling.start,
    stop: polling.stop,
    async settleSoon(tx, _fromUserId, userId) {
      await settleSmall(deps, tx, userId);
      afterCommit(tx, polling.runSoon);
    },
  };
}

/** Settles a user's merged portfolios one after the other, until they have too many rows for a transaction. */
async function settleSmall(
  { merged, measurePortfolio, settleWithin, logger }: SettlerDeps,
  tx: Tx,
  userId: string,
): Promise<void> {
  const total = { rows: 0, bytes: 0 };
  for (const id of await merged.list(tx, userId)) {
    const { rows, bytes } = await measurePortfolio(id, tx);
    total.rows += rows;
    total.bytes += bytes;
    if (total.rows >= minLargeRows || total.bytes >= minLargeBytes) return;
    try {
      await attemptWithin(tx, () => settleWithin(tx, { userId, id }));
    } catch (error) {
      // A failure must not keep the user from signing in. It is retried later.
      warn(logger, error, id);
    }
  }
}

function warn(logger: Pick<Logger, 'warn'>, error: unknown, portfolio: string): void {
  logger.warn({ err: error, portfolio }, 'the files of a merged portfolio could not be compared');
}
