import type { PricePoint } from '#contract/market.ts';
import type { Instant, Percent } from '#contract/units.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import { createAlertIndex } from '../evaluation/alert-index.ts';
import { toBound } from '../evaluation/bound.ts';
import { cooldownUntil, isCoolingDown } from '../evaluation/cooldown.ts';
import { listDayChanges } from './day-change.ts';

/** What an alert would have done over a price history. */
export interface BacktestResult {
  /** Oldest first. An alert that fires once is treated as armed again after each firing. */
  readonly firings: readonly {
    readonly at: Instant;
    readonly price: number;
    readonly change: Percent | null;
  }[];
  /** The first and last evaluated points; null if there are none. */
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly points: number;
}

type TestedAlert = Pick<AlertTable, 'condition' | 'threshold' | 'repeat' | 'cooldown_minutes'>;

/**
 * Evaluates an alert on a price history, oldest first. It is armed at the first point at or after `from`; earlier
 * points only provide the 24h change.
 */
export function runBacktest(
  history: readonly PricePoint[],
  alert: TestedAlert,
  from: Instant,
): BacktestResult {
  const points = listPoints(history, from);
  const index = createAlertIndex();
  const { condition, threshold } = alert;
  // With no figure to compare with, the first point is never a crossing.
  const start = { asOf: Number.NEGATIVE_INFINITY, figure: null, shouldFireIfTrue: false };
  index.add([{ key: 0, coinId: '', condition, bound: toBound(condition, threshold), start }]);
  let nextAllowedAt: Instant | null = null;
  const firings = points.flatMap(({ at, quote }) => {
    const accepted = { source: 'coingecko', asOf: at, quotes: new Map([['', quote]]) } as const;
    const crossed = index.cross(accepted);
    index.advance(accepted, crossed, () => false);
    if (crossed.crossings.length === 0 || isCoolingDown(nextAllowedAt, at)) return [];
    if (alert.repeat === 'every') nextAllowedAt = cooldownUntil(alert.cooldown_minutes, at);
    return [{ at, ...quote }];
  });
  return { firings, from: points[0]?.at ?? null, to: points.at(-1)?.at ?? null, points: points.length };
}

/** The priced points from an instant on, each as a quote. */
function listPoints(history: readonly PricePoint[], from: Instant) {
  const priced = history.filter(([, price]) => price > 0);
  const changes = listDayChanges(priced);
  return priced
    .map(([at, price], place) => ({ at, quote: { price, change: changes[place]! } }))
    .filter(({ at }) => at >= from);
}
