import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Candle, Coverage, HistoryDays, PricePoint } from '#contract/market.ts';
import type { CoinId, Percent } from '#contract/units.ts';
import type { Currency } from '#web/lib/money/currency.ts';
import { useAfterHydration } from '#web/lib/use-hydrated.ts';
import { chooseRange, type RangeAccess } from '../chart/chart-ranges.ts';
import { candlesQuery, historyQuery } from '../queries.ts';
import type { ChartView } from './chart-view.ts';
import { chooseCandleSpan, chooseSpan, dayMs, planDays, planSpan } from './choose-span.ts';
import { endAtPrice, followCandles, isApart, startAtChange } from './start-at-change.ts';
import { fitWindow, type TimeWindow } from './time-window.ts';

/** An open chart refetches whenever its history becomes stale. */
const refreshMs = 5 * 60_000;
/** Days of the query for candles while it is disabled. */
const anyCandles = 7;
const noPoints: readonly PricePoint[] = [];
const noCandles: readonly Candle[] = [];

/** The provider's change in percent, by range in days. */
export type KnownChanges = Partial<Record<HistoryDays, Percent | null>>;

interface CoinChartRequest {
  readonly coinId: CoinId;
  readonly view: ChartView;
  readonly access: RangeAccess;
  /** In `currency`. */
  readonly latest: PricePoint | null;
  readonly changes: KnownChanges;
  readonly currency: Currency;
}

export interface CoinChartState {
  readonly status: 'loading' | 'error' | 'ready';
  readonly points: readonly PricePoint[];
  /** The date of the first price, and the sources of the prices. */
  readonly coverage: Coverage | undefined;
  readonly volumes: readonly PricePoint[];
  /** Empty unless candles are chosen and exist. */
  readonly candles: readonly Candle[];
  /** All history in the plan; until that is loaded, the points. */
  readonly overview: readonly PricePoint[];
  readonly window: TimeWindow;
  readonly bounds: TimeWindow;
  /** The requested span of the points; a comparison requests the same. */
  readonly span: HistoryDays;
  /** The prices end long before or after the newest price, so the provider's change isn't theirs. */
  readonly endsApart: boolean;
  /** The data shown is of the previous view, until the new data arrives. */
  readonly isChanging: boolean;
  /** Candles were chosen but this range has none: a line is shown instead. */
  readonly lacksCandles: boolean;
  retry(): void;
}

/** The prices, volumes and candles of a view. */
export function useCoinChartData(request: CoinChartRequest): CoinChartState {
  const { coinId, view, access, latest, changes } = request;
  const { code } = request.currency;
  const { custom } = view;
  const range = chooseRange(access, view.days);
  const now = latest?.[0] ?? Date.now();
  const span = custom ? chooseSpan(custom.from, now, access) : range.days;
  const candleSpan = custom
    ? chooseCandleSpan(custom.from, now, access)
    : range.days === 'max'
      ? null
      : range.days;
  const wantsCandles = view.style === 'candles' && candleSpan !== null;
  const isHydrated = useAfterHydration();
  const isOfCoin = (query: { queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[1] === coinId && (query.queryKey[4] ?? 'usd') === code;
  const history = useQuery({
    ...historyQuery(coinId, span, code),
    refetchInterval: refreshMs,
    // While a range loads, the previous one is shown, but never another coin's or in another currency.
    placeholderData: (previous, query) => (isOfCoin(query) ? previous : undefined),
  });
  const all = useQuery({
    ...historyQuery(coinId, planSpan(access), code),
    enabled: isHydrated && access.days !== undefined,
  });
  const ohlc = useQuery({
    ...candlesQuery(coinId, candleSpan ?? anyCandles, code),
    enabled: wantsCandles,
    refetchInterval: refreshMs,
    placeholderData: (previous, query) => (isOfCoin(query) ? previous : undefined),
  });

  // A custom range is drawn from the whole history until its finer prices arrive.
  const source = custom && history.isPlaceholderData && all.data ? all.data : history.data;
  const endsApart = latest !== null && source !== undefined && isApart(source.prices, latest);
  const known = custom || history.isPlaceholderData || endsApart ? null : changes[range.days];
  const points = useMemo(() => {
    const ended = latest && source ? endAtPrice(source.prices, latest) : (source?.prices ?? noPoints);
    // The provider's change is in dollars; in another currency the line changes differently.
    if (known == null || range.days === 'max' || code !== 'usd') return ended;
    return startAtChange(ended, { percent: known, span: range.days * dayMs });
  }, [source, latest, known, range.days, code]);
  const overview = all.data?.prices ?? points;
  const bounds = useMemo(() => toBounds(points, overview, access), [points, overview, access]);
  const [first, last] = [points[0], points.at(-1)];
  const window = useMemo(
    () => (custom ? fitWindow(custom, bounds) : { from: first?.[0] ?? 0, to: last?.[0] ?? 0 }),
    [custom, bounds, first, last],
  );
  const candles = useMemo(() => {
    if (!wantsCandles || !ohlc.data) return noCandles;
    return latest ? followCandles(ohlc.data, latest) : ohlc.data;
  }, [wantsCandles, ohlc.data, latest]);
  const isReady = source !== undefined && (!wantsCandles || !ohlc.isError || ohlc.data !== undefined);
  const hasFailed = history.isError || (wantsCandles && ohlc.isError);
  return {
    status: isReady ? 'ready' : hasFailed ? 'error' : 'loading',
    points,
    coverage: source?.coverage,
    volumes: source?.total_volumes ?? noPoints,
    candles,
    overview,
    window,
    bounds,
    span,
    endsApart,
    isChanging: history.isPlaceholderData || (wantsCandles && (ohlc.isPlaceholderData || ohlc.isPending)),
    lacksCandles:
      view.style === 'candles' && (candleSpan === null || (ohlc.isSuccess && ohlc.data.length === 0)),
    retry: () => {
      if (history.isError) void history.refetch();
      if (wantsCandles && ohlc.isError) void ohlc.refetch();
    },
  };
}

/** The time that can be shown: from the plan's limit or the coin's first price up to the newest price. */
function toBounds(
  points: readonly PricePoint[],
  overview: readonly PricePoint[],
  access: RangeAccess,
): TimeWindow {
  const to = points.at(-1)?.[0] ?? 0;
  const from = Math.min(points[0]?.[0] ?? 0, overview[0]?.[0] ?? Number.POSITIVE_INFINITY);
  const days = planDays(access);
  return { from: days === null ? from : Math.max(from, to - days * dayMs), to };
}
