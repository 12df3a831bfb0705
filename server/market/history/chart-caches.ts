import { type Candle, candlesSchema, type History, historySchema } from '#contract/market.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { SharedAnswers } from '#server/platform/redis/shared-answers.ts';
import { createOnDemand, type OnDemand } from '../coins/on-demand.ts';

const mebibyte = 1024 * 1024;
const freshMs = 5 * 60_000;
/** Memory of a chart point, an array of two numbers. */
const pointBytes = 56;

export interface ChartCaches {
  readonly histories: OnDemand<History>;
  readonly candles: OnDemand<readonly Candle[]>;
}

/** Caches of what charts show, by span and coin. `kinds`: the names under which servers share them. */
export function createChartCaches(options: {
  readonly clock: Clock;
  readonly answers: SharedAnswers | undefined;
  readonly kinds: { readonly histories: string; readonly candles: string };
  readonly maxHistories: number;
}): ChartCaches {
  const { clock, answers, kinds, maxHistories } = options;
  return {
    histories: createOnDemand({
      clock,
      freshMs,
      maxEntries: maxHistories,
      maxBytes: 16 * mebibyte,
      shared: answers && { answers, kind: kinds.histories, schema: historySchema },
      sizeOf: (history) => 3 * pointBytes * history.prices.length,
      isEmpty: (history) => history.prices.length === 0,
    }),
    candles: createOnDemand({
      clock,
      freshMs,
      maxEntries: 500,
      maxBytes: 4 * mebibyte,
      shared: answers && { answers, kind: kinds.candles, schema: candlesSchema },
      sizeOf: (list) => 2 * pointBytes * list.length,
      isEmpty: (list) => list.length === 0,
    }),
  };
}
