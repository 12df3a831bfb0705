import { useQuery } from '@tanstack/react-query';
import type { Candle, PricePoint } from '#contract/market.ts';
import { candlesQuery, historyQuery } from '../queries.ts';
import type { ChartData } from './chart-layout.ts';
import type { RangeDays } from './chart-ranges.ts';

/** An open chart refetches as often as histories become stale. */
const refreshMs = 5 * 60_000;

/** The newest price is appended if it is at most this share of the history's span away. */
const maxGap = 1 / 10;

const maxCandleDays = 365;

export type ChartStyle = 'line' | 'candles';

export interface ChartState {
  readonly status: 'loading' | 'error' | 'ready';
  /** Set while `ready`; may have no points. */
  readonly data: ChartData;
  /** The data belong to the previous range or style, until the new ones arrive. */
  readonly isChanging: boolean;
  /** Candles were chosen but this range has none: a line is shown instead. */
  readonly lacksCandles: boolean;
  retry(): void;
}

interface Chart {
  coinId: string;
  days: RangeDays;
  style: ChartStyle;
  /** The newest price, if newer than the history's last point. */
  latest?: PricePoint | null | undefined;
}

/** A coin's prices (and candles) over a range, as the chart draws them. */
export function useChartData({ coinId, days, style, latest }: Chart): ChartState {
  // All of history has prices only.
  const hasCandles = days !== 'max';
  const wantsCandles = style === 'candles' && hasCandles;
  // While a range loads, the previous one is shown, but never another coin's.
  const isOfCoin = (query: { queryKey: readonly unknown[] } | undefined) => query?.queryKey[1] === coinId;
  const history = useQuery({
    ...historyQuery(coinId, days),
    refetchInterval: refreshMs,
    placeholderData: (previous, query) => (isOfCoin(query) ? previous : undefined),
  });
  const candles = useQuery({
    ...candlesQuery(coinId, hasCandles ? days : maxCandleDays),
    enabled: coinId !== '' && wantsCandles,
    refetchInterval: refreshMs,
    placeholderData: (previous, query) => (isOfCoin(query) ? previous : undefined),
  });
  const shown = wantsCandles && candles.data?.length ? candles.data : undefined;
  const isReady =
    history.data !== undefined && (!wantsCandles || !candles.isError || candles.data !== undefined);
  const hasFailed = history.isError || (wantsCandles && candles.isError);
  return {
    status: isReady ? 'ready' : hasFailed ? 'error' : 'loading',
    data: toChartData(history.data?.prices ?? [], history.data?.total_volumes ?? [], shown, latest),
    isChanging:
      history.isPlaceholderData || (wantsCandles && (candles.isPlaceholderData || candles.isPending)),
    lacksCandles: style === 'candles' && (!hasCandles || (candles.isSuccess && candles.data.length === 0)),
    retry: () => {
      if (history.isError) void history.refetch();
      if (wantsCandles && candles.isError) void candles.refetch();
    },
  };
}

/** Combines history, candles and the newest price into the chart's data. */
export function toChartData(
  prices: readonly PricePoint[],
  volumes: readonly PricePoint[],
  candles: readonly Candle[] | undefined,
  latest: PricePoint | null | undefined,
): ChartData {
  if (candles) return { points: candles.map(([at, , , , close]) => [at, close]), candles, volumes };
  return { points: latest && continues(prices, latest) ? [...prices, latest] : prices, volumes };
}

/** Whether to append a price to a history: it must be newer, but not so much that the line to it would be invented. */
function continues(prices: readonly PricePoint[], [at]: PricePoint): boolean {
  const first = prices[0];
  const last = prices.at(-1);
  if (!first || !last) return false;
  return at > last[0] && at - last[0] <= (last[0] - first[0]) * maxGap;
}
