import type { PricePoint } from '#contract/market.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import { createAlertIndex } from '../evaluation/alert-index.ts';
import { toBound } from '../evaluation/bound.ts';
import { isResting, restUntil } from '../evaluation/cooldown.ts';
import { listDayChanges } from '../evaluation/day-change.ts';

/** What an alert would have done over a price history. Instants are in milliseconds. */
export interface Rehearsed {
  /** Oldest first. One that fires once is counted as if it were armed again each time. */
  readonly firings: readonly {
    readonly at: number;
    readonly price: number;
    readonly change: number | null;
  }[];
  /** The points that were looked at, and how many; null: there were none. */
  readonly from: number | null;
  readonly to: number | null;
  readonly points: number;
}

type Rehearsable = Pick<AlertTable, 'condition' | 'threshold' | 'repeat' | 'cooldown_minutes'>;

/**
 * Puts an alert, armed at the first point from `from` on (ms), through a price history (oldest first): the points
 * before that only tell the change over 24 hours.
 */
export function rehearse(history: readonly PricePoint[], alert: Rehearsable, from: number): Rehearsed {
  const known = history.filter(([, price]) => price > 0);
  const changes = listDayChanges(known);
  const points = known
    .map(([at, price], place) => ({ at, quote: { price, change: changes[place]! } }))
    .filter(({ at }) => at >= from);
  const index = createAlertIndex();
  const { condition, threshold } = alert;
  // With nothing known before it, the first point crosses nothing.
  const start = { asOf: Number.NEGATIVE_INFINITY, figure: null, isAwaited: false };
  index.add([{ key: 0, coinId: '', condition, bound: toBound(condition, threshold), start }]);
  let restsUntil: number | null = null;
  const firings = points.flatMap(({ at, quote }) => {
    const tick = { source: 'coingecko', asOf: at, quotes: new Map([['', quote]]) } as const;
    const crossed = index.cross(tick);
    index.advance(tick, crossed, () => false);
    if (crossed.crossings.length === 0 || isResting(restsUntil, at)) return [];
    if (alert.repeat === 'every') restsUntil = restUntil(alert.cooldown_minutes, at);
    return [{ at, ...quote }];
  });
  return { firings, from: points[0]?.at ?? null, to: points.at(-1)?.at ?? null, points: points.length };
}
