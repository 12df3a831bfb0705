import type { Instant, Milliseconds } from '#contract/units.ts';

/** A UTC day, counted from 1970-01-01, which is 0. */
export type DayNumber = number;

const dayMs: Milliseconds = 86_400_000;

export const dayNumberOf = (at: Instant): DayNumber => Math.floor(at / dayMs);
export const startOfDay = (day: DayNumber): Instant => day * dayMs;
/** A date such as `2024-03-31`. */
export const parseDay = (date: string): DayNumber => Date.parse(`${date}T00:00:00Z`) / dayMs;
export const formatDay = (day: DayNumber): string => new Date(day * dayMs).toISOString().slice(0, 10);
