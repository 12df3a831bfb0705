import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { afterCommit, type Tx } from '#server/platform/database/transact.ts';
import { createPolling } from '#server/platform/jobs/polling.ts';
import type { MergedPortfolioStore } from './merged-portfolio-store.ts';
import type { ImportPlanner } from './planner/import-planner.ts';

export interface Settler {
  start(): void;
  /** Resolves when the current portfolio is done. */
  stop(): Promise<void>;
  /** Compares the files of merged portfolios that are due. */
  runDue(): Promise<void>;
  /** Compares them once the transaction, which merges accounts, has committed. */
  settleSoon(tx: Tx): Promise<void>;
}

/** For merges of which the process ended, or of another process; the others are settled at once. */
const pollMs: Milliseconds = 5_000;
/** Longer than a plan may take. After it the claiming process counts as dead, and a failed attempt is repeated. */
const claimMs: Milliseconds = 10 * 60_000;

/**
 * Plans the ledgers of merged portfolios again, because files of two accounts may have the same rows by different keys.
 * Not while they are merged: a plan of many files takes half a minute, and would hold up everybody's writes.
 */
export function createSettler(deps: {
  readonly db: Database;
  readonly merged: MergedPortfolioStore;
  readonly planner: Pick<ImportPlanner, 'settle'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}): Settler {
  const { db, merged, planner, clock, logger } = deps;
  const polling = createPolling({
    everyMs: pollMs,
    work: runDue,
    failure: 'the merged portfolios could not be read',
    logger,
  });

  async function runDue(): Promise<void> {
    while (!polling.isStopped()) {
      const portfolio = await merged.claim(db, clock.now(), claimMs);
      if (!portfolio) return;
      await planner
        .settle(portfolio)
        .catch((error: unknown) =>
          logger.warn(
            { err: error, portfolio: portfolio.id },
            'the files of a merged portfolio could not be compared',
          ),
        );
    }
  }

  return {
    runDue,
    start: polling.start,
    stop: polling.stop,
    async settleSoon(tx) {
      afterCommit(tx, polling.hurry);
    },
  };
}
