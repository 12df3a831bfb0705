import { dayNumberOf } from '#server/platform/utc-day.ts';

const hourMs = 3_600_000;

/** The last Sunday of a month (0 to 11) at 01:00 UTC. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return Date.UTC(year, month, last.getUTCDate() - last.getUTCDay(), 1);
}

const summers = new Map<number, readonly [start: number, end: number]>();

/**
 * The London day of an instant, in days since 1970. Summer time lasts from the last Sunday of March to the last Sunday
 * of October, at 01:00 UTC (Summer Time Order 2002; in effect since 1996).
 */
export function londonDay(at: number): number {
  const year = new Date(at).getUTCFullYear();
  let summer = summers.get(year);
  if (!summer) {
    summer = [lastSunday(year, 2), lastSunday(year, 9)];
    summers.set(year, summer);
  }
  const isSummer = at >= summer[0] && at < summer[1];
  return dayNumberOf(isSummer ? at + hourMs : at);
}
