import type { Milliseconds } from '#contract/units.ts';

/** Limits on one process's connections to PostgreSQL. */
export interface PoolLimits {
  readonly poolSize: number;
  /** How long a query waits for a connection, pooled or new. */
  readonly connectMs: Milliseconds;
  /** The longest statement; 0 for no limit. */
  readonly statementMs: Milliseconds;
  /** How long a transaction may stay open without a statement; 0 for no limit. */
  readonly idleTransactionMs: Milliseconds;
}

/** Documented in `docs/configuration.md`. A call is refused within ten seconds of an outage. */
export const defaultPoolLimits: PoolLimits = {
  poolSize: 10,
  connectMs: 8000,
  statementMs: 30_000,
  idleTransactionMs: 60_000,
};
