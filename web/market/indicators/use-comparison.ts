import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HistoryDays, PricePoint } from '#contract/market.ts';
import type { CoinId } from '#contract/units.ts';
import type { Currency } from '#web/lib/money/currency.ts';
import type { TimeWindow } from '../coin-chart/time-window.ts';
import { coinQuery, historyQuery } from '../queries.ts';
import { comparedLine } from './compared-line.ts';

export interface Comparison {
  readonly symbol: string;
  /** Rescaled to the prices of the chart's coin; empty while loading. */
  readonly line: readonly PricePoint[];
}

/** The line of another coin over the same time; null if none is chosen. */
export function useComparison(
  coinId: CoinId | null,
  span: HistoryDays,
  points: readonly PricePoint[],
  window: TimeWindow,
  currency: Currency,
): Comparison | null {
  const history = useQuery({ ...historyQuery(coinId ?? '', span, currency.code), enabled: coinId !== null });
  const coin = useQuery({ ...coinQuery(coinId ?? ''), enabled: coinId !== null });
  const symbol = coin.data?.symbol.toUpperCase() ?? coinId ?? '';
  const others = history.data?.prices;
  const { from } = window;
  const line = useMemo(() => (others ? comparedLine(points, others, from) : []), [others, points, from]);
  return useMemo(() => (coinId === null ? null : { symbol, line }), [coinId, symbol, line]);
}
