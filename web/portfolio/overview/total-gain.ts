import type { LedgerHoldings } from '#contract/ledger/figures.ts';
import type { PortfolioPerformance } from '#contract/portfolio.ts';
import type { DecimalText } from '#contract/units.ts';
import { sumDecimals } from '../decimal-sum.ts';
import { lacksRates } from '../ledger-currency.ts';
import { readTotals } from './read-totals.ts';

export interface TotalGain {
  /** In upper case. */
  readonly currency: string;
  /** Null if unknown. */
  readonly gain: DecimalText | null;
  /** Only of a single portfolio: percentages of several can't be added up. Null also if nothing was paid. */
  readonly percent: DecimalText | null;
}

/**
 * The gain of all portfolios. `ledgers`: those of the same portfolios in the reader's currency, if that isn't US
 * dollars. The gain is then theirs, with costs at the rate of their day; if one of those rates is unknown, or without
 * `ledgers`, it is in US dollars.
 */
export function sumGains(
  performances: readonly Pick<PortfolioPerformance, 'totals'>[],
  ledgers: readonly LedgerHoldings[] | undefined,
): TotalGain {
  const isUsable = ledgers?.length === performances.length && !ledgers.some(lacksRates);
  const used = isUsable ? ledgers : [];
  const gains = performances.map((performance, index) => readTotals(performance, used[index]).figures[1]);
  const texts = gains.flatMap(({ text }) => text ?? []);
  return {
    currency: used[0]?.currency ?? 'USD',
    gain: texts.length === gains.length ? sumDecimals(texts) : null,
    percent: gains.length === 1 ? (gains[0]?.percent ?? null) : null,
  };
}
