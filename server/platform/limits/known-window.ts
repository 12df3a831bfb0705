import type { Instant, Milliseconds } from '#contract/units.ts';
import { waitUntil } from '../clock.ts';
import { presenceMs } from '../redis/presence.ts';
import type { RateWindow } from './rate-limiter.ts';
import { reservedMs, reservedPart } from './shared-windows-script.ts';
import { WindowCount } from './window-count.ts';

/** What this server knows about one window of a subject. */
export interface KnownWindow {
  readonly window: RateWindow;
  /** The hits on all servers, as last reported by Redis. */
  known: number;
  knownAt: Instant;
  /** How often Redis had come back by then. */
  knownReturns: number;
  /** Hits that Redis kept free for this server in case it loses Redis. */
  reserved: number;
  /** Hits granted here that Redis does not know about. */
  own: WindowCount | undefined;
}

export const createKnownWindow = (window: RateWindow): KnownWindow => ({
  window,
  known: 0,
  knownAt: 0,
  knownReturns: 0,
  reserved: 0,
  own: undefined,
});

/** Takes the hits unknown to Redis, so that no concurrent call adds them too. */
export function takeUnreported(row: KnownWindow, now: Instant): { hits: number; giveBack: () => void } {
  const hits = row.own?.total(now) ?? 0;
  row.own = undefined;
  return {
    hits,
    giveBack() {
      if (hits === 0) return;
      row.own ??= new WindowCount(row.window);
      row.own.total(now);
      row.own.add(hits);
    },
  };
}

/** Counts instants in the future as now, in case the clock was set back. */
export const ageOf = (at: Instant, now: Instant): Milliseconds => Math.max(0, now - at);

export interface OutageFacts {
  readonly serverCount: number;
  /** When the servers that still reach Redis leave this server's share free. */
  readonly goneAt: Instant;
  /** Whether no server reaches Redis. */
  readonly isShareFree: boolean;
}

/** The wait until one more hit may be granted without Redis; 0 if now. */
export function waitWithoutRedis(row: KnownWindow, now: Instant, facts: OutageFacts): Milliseconds {
  const { window, knownAt } = row;
  const { serverCount, goneAt, isShareFree } = facts;
  row.own ??= new WindowCount(window);
  const isKnown = ageOf(knownAt, now) < window.ms;
  const known = isKnown ? row.known : 0;
  const left = Math.max(0, window.count - known);
  const ownShare = ownShareOf(window, known, serverCount);
  const untilSafe = serverCount === 1 ? 0 : waitUntil(goneAt + window.ms, now, window.ms + maxGoneAheadMs);
  if (untilSafe > 0) {
    const share = Math.max(reservedOf(row, left, facts), isShareFree ? ownShare : 0);
    return share > 0 ? Math.min(untilSafe, row.own.waitFor(now, share)) : untilSafe;
  }
  if (ownShare > 0) return row.own.waitFor(now, ownShare);
  if (isKnown) return Math.max(1, knownAt + window.ms - now);
  // More servers than hits: each may grant one.
  return row.own.waitFor(now, 1);
}

/** Safe even if the servers that still reach Redis used up the limit before they noticed that this one is gone. */
function reservedOf({ knownAt, reserved }: KnownWindow, left: number, facts: OutageFacts): number {
  const isReserved = knownAt + reservedMs >= facts.goneAt;
  return isReserved ? reserved : Math.floor((left * reservedPart) / facts.serverCount);
}

/**
 * Safe while the others leave this server's share free. Known hits may be its own, reported when it had Redis for a
 * moment. So all of them count against its share, and the total may stay below the limit.
 */
function ownShareOf(window: RateWindow, known: number, serverCount: number): number {
  return Math.max(0, Math.floor(window.count / serverCount) - known);
}

/** If `goneAt` is further ahead than this, the clock was set back. */
const maxGoneAheadMs: Milliseconds = 3 * presenceMs;
