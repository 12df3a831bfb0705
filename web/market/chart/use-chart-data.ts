import { useQuery } from '@tanstack/react-query';
import type { Candle, Coverage, HistoryDays, PricePoint } from '#contract/market.ts';
import type { CoinId, Instant, Percent } from '#contract/units.ts';
import type { Money } from '#web/lib/money/money.ts';
import { pointsWithin } from '../coin-chart/coin-chart-layout.ts';
import {
  endAtPrice,
  followCandles,
  isApart,
  type KnownChange,
  startAtChange,
} from '../coin-chart/start-at-change.ts';
import type { TimeWindow } from '../coin-chart/time-window.ts';
import { candlesQuery, historyQuery } from '../queries.ts';
import { type ChartData, rangeChange } from './chart-layout.ts';
import type { RangeDays } from './chart-ranges.ts';

/** An open chart refetches whenever its history becomes stale. */
const refreshMs = 5 * 60_000;

const maxCandleDays = 365;
const dayMs = 86_400_000;

export type ChartStyle = 'line' | 'candles';

export interface ChartState {
  readonly status: 'loading' | 'error' | 'ready';
  /** Set while `ready`; may have no points. */
  readonly data: ChartData;
  /** The date of the first price, and the sources of the prices. */
  readonly coverage: Coverage | undefined;
  /** The change of the line in dollars, in percent; also shown for candles. Null if there is nothing to compare. */
  readonly change: Percent | null;
  /** When the prices end, if that is long before the newest price; otherwise null. */
  readonly endedAt: Instant | null;
  /** The data shown is of the previous range or style, until the new data arrives. */
  readonly isChanging: boolean;
  /** Candles were chosen but this range has none: a line is shown instead. */
  readonly lacksCandles: boolean;
  retry(): void;
}

interface Chart {
  coinId: string;
  days: RangeDays;
  style: ChartStyle;
  /** The newest price in dollars, if newer than the history's last point. */
  latest?: PricePoint | null | undefined;
  /** The provider's change over the range, to which the line is adjusted; undefined: unknown. */
  known?: Percent | null | undefined;
  /** The currency of the chart. */
  money: Money;
}

/** A coin's prices (and candles) over a range, as the chart draws them. */
export function useChartData({ coinId, days, style, latest, known, money }: Chart): ChartState {
  const { code } = money.currency;
  // There are no candles for all history.
  const hasCandles = days !== 'max';
  const wantsCandles = style === 'candles' && hasCandles;
  // While a range loads, the previous one is shown, but never another coin's or in another currency.
  const isOfCoin = (query: { queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[1] === coinId && (query.queryKey[4] ?? 'usd') === code;
  const history = useQuery({
    ...historyQuery(coinId, days, code),
    refetchInterval: refreshMs,
    placeholderData: (previous, query) => (isOfCoin(query) ? previous : undefined),
  });
  const candles = useQuery({
    ...candlesQuery(coinId, hasCandles ? days : maxCandleDays, code),
    enabled: coinId !== '' && wantsCandles,
    refetchInterval: refreshMs,
    placeholderData: (previous, query) => (isOfCoin(query) ? previous : undefined),
  });
  const shown = wantsCandles && candles.data?.length ? candles.data : undefined;
  const newest = convertPoint(latest, money);
  const prices = history.data?.prices ?? [];
  const endsApart = newest !== null && isApart(prices, newest);
  const last = prices.at(-1)?.[0];
  const percent = history.isPlaceholderData || days === 'max' || endsApart ? null : known;
  const inDollars = useDollarChange({ coinId, days, known: percent, isOn: !money.isDollars });
  const line = toLine(prices, newest, {
    // The provider's change is in dollars; in another currency the line changes differently.
    percent: money.isDollars ? percent : null,
    span: days === 'max' ? 0 : days * dayMs,
  });
  const isReady =
    history.data !== undefined && (!wantsCandles || !candles.isError || candles.data !== undefined);
  const hasFailed = history.isError || (wantsCandles && candles.isError);
  return {
    status: isReady ? 'ready' : hasFailed ? 'error' : 'loading',
    data: {
      ...toChartData(line, history.data?.total_volumes ?? [], shown, newest),
      unit: money.currency,
    },
    coverage: history.data?.coverage,
    change: money.isDollars ? rangeChange(line) : inDollars,
    endedAt: endsApart && last !== undefined && last < newest[0] ? last : null,
    isChanging:
      history.isPlaceholderData || (wantsCandles && (candles.isPlaceholderData || candles.isPending)),
    lacksCandles: style === 'candles' && (!hasCandles || (candles.isSuccess && candles.data.length === 0)),
    retry: () => {
      if (history.isError) void history.refetch();
      if (wantsCandles && candles.isError) void candles.refetch();
    },
  };
}

/** Converts a point from dollars to the currency. */
function convertPoint(point: PricePoint | null | undefined, { convert }: Money): PricePoint | null {
  const price = convert(point?.[1]);
  return point && price !== null ? [point[0], price] : null;
}

interface DollarChange {
  readonly coinId: CoinId;
  readonly days: HistoryDays;
  /** A part of these days; absent: all of them. */
  readonly window?: TimeWindow;
  /** The provider's change. */
  readonly known: Percent | null | undefined;
  readonly isOn: boolean;
}

/** The change in dollars, for a chart in another currency: the provider's, or else that of the prices. */
export function useDollarChange({ coinId, days, window, known, isOn }: DollarChange): Percent | null {
  const isEnabled = isOn && known == null && coinId !== '';
  const { data } = useQuery({ ...historyQuery(coinId, days), enabled: isEnabled });
  if (known != null || !data) return known ?? null;
  return rangeChange(window ? pointsWithin(data.prices, window, 0) : data.prices);
}

/** Adjusts the prices to the known change and the newest price. */
function toLine(
  prices: readonly PricePoint[],
  latest: PricePoint | null | undefined,
  change: KnownChange,
): readonly PricePoint[] {
  return startAtChange(latest ? endAtPrice(prices, latest) : prices, change);
}

/** Combines the line, or the candles and the newest price, into the chart's data. */
export function toChartData(
  line: readonly PricePoint[],
  volumes: readonly PricePoint[],
  candles: readonly Candle[] | undefined,
  latest: PricePoint | null | undefined,
): ChartData {
  if (!candles) return { points: line, volumes };
  const followed = latest ? followCandles(candles, latest) : candles;
  return { points: followed.map(([at, , , , close]) => [at, close]), candles: followed, volumes };
}
