import type { Instant, Milliseconds } from '#contract/units.ts';
import { waitUntil } from '../clock.ts';
import { presenceMs } from '../redis/presence.ts';
import type { RateWindow } from './rate-limiter.ts';
import { reservedMs, reservedPart } from './shared-windows-script.ts';
import { WindowCount } from './window-count.ts';

/** What this server knows of one window of a subject. */
export interface KnownWindow {
  readonly window: RateWindow;
  /** The hits on all servers, when Redis last said so. */
  known: number;
  knownAt: Instant;
  /** How often Redis had come back by then. */
  knownSince: number;
  /** Hits that Redis then kept free for this server, should it lose Redis. */
  reserved: number;
  /** Hits granted here that Redis does not know of. */
  own: WindowCount | undefined;
}

export const createKnownWindow = (window: RateWindow): KnownWindow => ({
  window,
  known: 0,
  knownAt: 0,
  knownSince: 0,
  reserved: 0,
  own: undefined,
});

/** Takes the hits that Redis does not know of, so that no other call adds them too. */
export function borrowOwn(row: KnownWindow, now: Instant): { hits: number; giveBack: () => void } {
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

/** A clock that was set back makes nothing younger than now. */
export const ageOf = (at: Instant, now: Instant): Milliseconds => Math.max(0, now - at);

export interface OutageFacts {
  readonly serverCount: number;
  /** By when the servers that still reach Redis leave the share of this one free. */
  readonly goneAt: Instant;
  /** Whether no server reaches Redis. */
  readonly isShareFree: boolean;
}

/** The wait until one more hit may be granted without Redis; 0: now. */
export function waitAlone(row: KnownWindow, now: Instant, facts: OutageFacts): Milliseconds {
  const { window, knownAt } = row;
  const { serverCount, goneAt } = facts;
  row.own ??= new WindowCount(window);
  const isKnown = ageOf(knownAt, now) < window.ms;
  const known = isKnown ? row.known : 0;
  const left = Math.max(0, window.count - known);
  const untilSafe = serverCount === 1 ? 0 : waitUntil(goneAt + window.ms, now, window.ms + maxGoneAheadMs);
  if (untilSafe > 0) {
    const share = Math.max(reservedOf(row, left, facts), ownShareOf(row, known, facts));
    return share > 0 ? Math.min(untilSafe, row.own.waitFor(now, share)) : untilSafe;
  }
  const share = Math.floor(left / serverCount);
  if (share > 0) return row.own.waitFor(now, share);
  if (isKnown) return Math.max(1, knownAt + window.ms - now);
  // More servers than hits: one each.
  return row.own.waitFor(now, 1);
}

/** Safe although those that still reach Redis may have used up the limit before they knew that this server is gone. */
function reservedOf({ knownAt, reserved }: KnownWindow, left: number, facts: OutageFacts): number {
  const isReserved = knownAt + reservedMs >= facts.goneAt;
  return isReserved ? reserved : Math.floor((left * reservedPart) / facts.serverCount);
}

/**
 * Safe where nobody reaches Redis: all that is known to be spent counts against the share of each server, so that it may
 * be less than what was spent.
 */
function ownShareOf(
  { window }: KnownWindow,
  known: number,
  { serverCount, isShareFree }: OutageFacts,
): number {
  return isShareFree ? Math.max(0, Math.floor(window.count / serverCount) - known) : 0;
}

/** Further ahead, the clock was set back. */
const maxGoneAheadMs: Milliseconds = 3 * presenceMs;
