import { useQuery } from '@tanstack/react-query';
import type { CoinId, Percent } from '#contract/units.ts';
import { rangeChange } from '../chart/chart-layout.ts';
import { historyQuery } from '../queries.ts';
import { within } from './instrument-layout.ts';
import type { InstrumentState } from './use-instrument-data.ts';

interface DollarChange {
  readonly coinId: CoinId;
  readonly state: Pick<InstrumentState, 'span' | 'window'>;
  /** The provider's own. */
  readonly known: Percent | null | undefined;
  readonly isOn: boolean;
}

/** The change in dollars over the window of a chart in another currency; null while unknown. */
export function useDollarChange({ coinId, state, known, isOn }: DollarChange): Percent | null {
  const { data } = useQuery({ ...historyQuery(coinId, state.span), enabled: isOn && known == null });
  if (known != null || !data) return known ?? null;
  return rangeChange(within(data.prices, state.window, 0));
}
