import { waitUntil } from '../clock.ts';
import type { RateWindow } from './rate-limiter.ts';

/** How much the clocks of processes may differ. A hit further ahead dates from before the clock was set back. */
const maxClockSkewMs = 60_000;

/** The hits that still count, the last of which is the current one, and until when they may count. */
export function keepHits(windows: readonly RateWindow[], hits: readonly number[]) {
  const now = hits.at(-1)!;
  const maxMs = Math.max(...windows.map(({ ms }) => ms));
  const kept = hits.filter((at) => at > now - maxMs && at <= now + maxClockSkewMs);
  return { kept, countsUntil: now + maxMs };
}

/** Milliseconds until one more hit fits into all windows; 0 if now. `hits` are instants, oldest first. */
export function waitFor(windows: readonly RateWindow[], hits: readonly number[], now: number): number {
  const waits = windows.map(({ count, ms }) => {
    const blocking = hits.at(-count);
    return blocking === undefined ? 0 : waitUntil(blocking + ms, now, ms + maxClockSkewMs);
  });
  return Math.max(0, ...waits);
}
