import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { maxMergeAttempts } from '#server/platform/database/tables/import-tables.ts';
import { afterCommit, attemptWithin, type Tx } from '#server/platform/database/transact.ts';
import { createPolling } from '#server/platform/jobs/polling.ts';
import type { ClaimedPortfolio, MergedPortfolio, MergedPortfolioStore } from './merged-portfolio-store.ts';
import type { ImportPlanner } from './planner/import-planner.ts';
import { minLarge, minLargeBytes } from './planner/sized-planner.ts';

export interface Settler {
  start(): void;
  /** Resolves when the current portfolio is done. */
  stop(): Promise<void>;
  /** Compares the files of merged portfolios that are due. */
  runDue(): Promise<void>;
  /** Compares those of a user within the transaction that merges accounts, as far as they are small; the others after it. */
  settleSoon(tx: Tx, fromUserId: string, userId: string): Promise<void>;
}

/** For merges of which the process ended, or of another process; the others are settled at once. */
const pollMs: Milliseconds = 5_000;
/** A process that has not renewed its claim for so long counts as dead. */
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
 * Plans the ledgers of merged portfolios again, because files of two accounts may have the same rows by different keys.
 * Large ones not while they are merged: a plan of many files takes half a minute, and would hold up everybody's writes.
 * Until they are planned, they have no figures (`filesUnsettled`). If that fails too often, the user is told to undo files
 * (`filesIncomparable`); then they are planned again.
 */
export function createSettler(deps: SettlerDeps): Settler {
  const { db, merged, planner, clock, logger } = deps;
  let isFirst = true;
  const polling = createPolling({
    everyMs: pollMs,
    async work() {
      // What was claimed then may be of a process that has ended; what is compared twice is written once.
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
      if (polling.isStopped()) return merged.forgive(db, portfolio.id);
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
      afterCommit(tx, polling.hurry);
    },
  };
}

/** Settles a user's merged portfolios one after the other, until they are too many rows for a transaction. */
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
    if (total.rows >= minLarge || total.bytes >= minLargeBytes) return;
    try {
      await attemptWithin(tx, () => settleWithin(tx, { userId, id }));
    } catch (error) {
      // Nobody is kept from signing in: it is tried again later.
      warn(logger, error, id);
    }
  }
}

function warn(logger: Pick<Logger, 'warn'>, error: unknown, portfolio: string): void {
  logger.warn({ err: error, portfolio }, 'the files of a merged portfolio could not be compared');
}
