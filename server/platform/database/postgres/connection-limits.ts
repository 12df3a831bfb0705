import type { Milliseconds } from '#contract/units.ts';

/** Limits on the connections of one process to PostgreSQL. */
export interface ConnectionLimits {
  readonly poolSize: number;
  /** How long a query waits for a connection, one of the pool or a new one. */
  readonly connectMs: Milliseconds;
  /** The longest statement; 0: no limit. */
  readonly statementMs: Milliseconds;
  /** How long a transaction may stay open without a statement; 0: no limit. */
  readonly idleTransactionMs: Milliseconds;
}

/** As `docs/configuration.md` says. A call is refused within ten seconds of an outage. */
export const defaultLimits: ConnectionLimits = {
  poolSize: 10,
  connectMs: 8000,
  statementMs: 30_000,
  idleTransactionMs: 60_000,
};
