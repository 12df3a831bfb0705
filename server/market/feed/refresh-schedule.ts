import type { Logger } from 'pino';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import { type BudgetShares, budgetWindowMs } from '../call-budget/budget-shares.ts';
import { maxRetryAfterMs, UpstreamError } from '../provider.ts';
import { backOff } from './back-off.ts';

/**
 * The time between the starts of two refreshes. A budget too small for every refresh is spread evenly rather than spent
 * at the start of each minute.
 */
export function getRefreshSpacing(
  { coins }: Pick<BudgetShares, 'coins'>,
  refreshMs: Milliseconds,
): Milliseconds {
  return Math.max(refreshMs, coins * refreshMs < 60_000 ? budgetWindowMs / coins : 0);
}

interface RefreshScheduleDeps {
  readonly clock: Clock;
  /** See `getRefreshSpacing`. */
  readonly spacingMs: Milliseconds;
  /** From 0 to 1, for the back-off. */
  readonly random: () => number;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/** When the next refresh is due: after the spacing, or after a back-off that grows with each failure. */
export function createRefreshSchedule(deps: RefreshScheduleDeps) {
  const { clock, spacingMs, logger } = deps;
  let failures = 0;
  let dueAt: Instant = 0;

  function logFailure(error: unknown): void {
    if (!(error instanceof UpstreamError)) logger.warn({ err: error }, 'the market refresh failed');
    else if (failures <= 1)
      logger.warn({ failure: error.failure, reason: error.message }, 'no market refresh: trying again');
  }

  return {
    untilDue: (): Milliseconds => waitUntil(dueAt, clock.now(), Math.max(spacingMs, maxRetryAfterMs)),
    runSoon(): void {
      dueAt = 0;
    },
    succeed(startedAt: Instant): void {
      if (failures > 0) logger.info({ failures }, 'the market refreshes again');
      failures = 0;
      dueAt = startedAt + spacingMs;
    },
    fail(error: unknown, startedAt: Instant): void {
      const failure = error instanceof UpstreamError ? error : undefined;
      const isOverBudget = failure?.failure === 'over_budget';
      if (!isOverBudget) failures += 1;
      const backOffMs = isOverBudget ? 0 : backOff(failures, deps.random);
      dueAt = Math.max(startedAt + backOffMs, clock.now() + (failure?.retryAfterMs ?? 0));
      logFailure(error);
    },
  };
}
