import { useQuery } from '@tanstack/react-query';
import type { HistoryDays } from '#contract/market.ts';
import type { CoinId, Percent } from '#contract/units.ts';
import { within } from '../instrument/instrument-layout.ts';
import type { TimeWindow } from '../instrument/time-window.ts';
import { historyQuery } from '../queries.ts';
import { rangeChange } from './chart-layout.ts';

interface DollarChange {
  readonly coinId: CoinId;
  readonly days: HistoryDays;
  /** Within these days; absent: over all of them. */
  readonly window?: TimeWindow;
  /** The provider's own. */
  readonly known: Percent | null | undefined;
  readonly isOn: boolean;
}

/** The change in dollars, of a chart in another currency: the provider's, else that of the prices; null while unknown. */
export function useDollarChange({ coinId, days, window, known, isOn }: DollarChange): Percent | null {
  const isAsked = isOn && known == null && coinId !== '';
  const { data } = useQuery({ ...historyQuery(coinId, days), enabled: isAsked });
  if (known != null || !data) return known ?? null;
  return rangeChange(window ? within(data.prices, window, 0) : data.prices);
}
