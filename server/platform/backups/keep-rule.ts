import type { Instant, Milliseconds } from '#contract/units.ts';

/** How many hours, days, weeks, months and years keep their newest backup. */
export interface KeepRule {
  readonly counts: Readonly<Partial<Record<KeepUnit, number>>>;
}

const units = ['h', 'd', 'w', 'm', 'y'] as const;
type KeepUnit = (typeof units)[number];

export const defaultKeep = '24h,7d,12m';
const maxCount = 1000;

/** Reads `24h,7d,12m`: each unit once, with a count from 1 to 1000. Undefined for anything else. */
export function parseKeepRule(text: string): KeepRule | undefined {
  const counts: Partial<Record<KeepUnit, number>> = {};
  for (const part of text.split(',')) {
    const [, digits, unit] = /^\s*(\d{1,4})([hdwmy])\s*$/.exec(part) ?? [];
    const count = Number(digits);
    const known = units.find((name) => name === unit);
    if (!known || count < 1 || count > maxCount || counts[known] !== undefined) return undefined;
    counts[known] = count;
  }
  return { counts };
}

/**
 * Chooses which backups to keep: the newest in each of the last `n` hours, days … that have one, in UTC. Periods
 * without a backup don't count, so that a pause removes nothing. The newest backup is always kept.
 */
export function chooseKept(takenAt: readonly Instant[], { counts }: KeepRule): ReadonlySet<Instant> {
  const newestFirst = takenAt.toSorted((one, other) => other - one);
  const kept = new Set(newestFirst.slice(0, 1));
  for (const unit of units) {
    const periods = new Set<number>();
    for (const at of newestFirst) {
      const period = periodOf[unit](at);
      if (periods.has(period)) continue;
      if (periods.size === (counts[unit] ?? 0)) break;
      periods.add(period);
      kept.add(at);
    }
  }
  return kept;
}

const hourMs: Milliseconds = 60 * 60_000;
const dayMs: Milliseconds = 24 * hourMs;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const daysBeforeMonday = 3;

const periodOf: Readonly<Record<KeepUnit, (at: Instant) => number>> = {
  h: (at) => Math.floor(at / hourMs),
  d: (at) => Math.floor(at / dayMs),
  w: (at) => Math.floor((at / dayMs + daysBeforeMonday) / 7),
  m: (at) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth(),
  y: (at) => new Date(at).getUTCFullYear(),
};
