import { sql } from 'kysely';
import type { Milliseconds } from '#contract/units.ts';
import { type Clock, steadyClock } from '../clock.ts';
import type { Database } from './database.ts';

/** The database server's time. */
export interface DatabaseClock extends Clock {
  /** Measures the difference. If the database does not answer, the last known difference stays. */
  compare(): Promise<void>;
  start(): void;
  stop(): void;
}

const compareEveryMs: Milliseconds = 30_000;
/** A slower answer is too imprecise, unless nothing better is known. */
const maxAnswerMs: Milliseconds = 1_000;
/** Smaller differences are measurement noise. */
const minChangeMs: Milliseconds = 250;

/**
 * This machine's clock, adjusted to the database's, so that servers sharing a database agree on the time for leases,
 * limits, expiry and the simulated market, whatever their own clocks say. By default one that can't be set: until the next
 * comparison, a clock set years ahead would have everything removed that is kept for a time.
 */
export function createDatabaseClock(db: Database, own: Clock = steadyClock): DatabaseClock {
  let ahead: Milliseconds = 0;
  let isKnown = false;
  let timer: NodeJS.Timeout | undefined;

  async function compare(): Promise<void> {
    const before = own.now();
    const { rows } = await sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
    const after = own.now();
    if ((isKnown && after - before > maxAnswerMs) || after < before || !rows[0]) return;
    isKnown = true;
    const found = rows[0].now - (before + after) / 2;
    if (Math.abs(found - ahead) > minChangeMs) ahead = Math.round(found);
  }

  return {
    now: () => own.now() + ahead,
    compare,
    start() {
      timer = setInterval(() => void compare().catch(() => undefined), compareEveryMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
