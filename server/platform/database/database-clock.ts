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
const tickMs: Milliseconds = 1_000;
/** A slower answer is too imprecise, unless nothing better is known or the difference is larger than its imprecision. */
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
    if (after < before || !rows[0]) return;
    const found = rows[0].now - (before + after) / 2;
    const isPrecise = after - before <= maxAnswerMs || Math.abs(found - ahead) > after - before;
    if (isKnown && !isPrecise) return;
    isKnown = true;
    if (Math.abs(found - ahead) > minChangeMs) ahead = Math.round(found);
  }

  return {
    now: () => own.now() + ahead,
    compare,
    start() {
      const measure = () => ({ at: own.now(), machine: Date.now() - own.now() });
      let last = measure();
      timer = setInterval(() => {
        const next = measure();
        // A clock that can't be set may stand still while the machine sleeps.
        const hasSlept = Math.abs(next.machine - last.machine) > maxAnswerMs;
        if (!hasSlept && next.at - last.at < compareEveryMs) return;
        last = next;
        void compare().catch(() => undefined);
      }, tickMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
