import type {
  Coverage,
  History,
  HistoryDays,
  HistoryInterval,
  MarketSource,
  PricePoint,
} from '#contract/market.ts';

/** A span requested upstream. Shorter spans are cut from it, so that one call serves many requests. */
export interface HistorySpan {
  readonly days: HistoryDays;
  readonly interval: HistoryInterval;
}

const dayMs = 86_400_000;
/** Up to 90 days the provider gives hourly points. */
const hourlySpans = [7, 30, 90];
const yearDays = 365;

/** The span to request for `days` at `interval`: five-minute points for a day, hourly up to 90 days, daily above. */
export function toUpstreamSpan(days: HistoryDays, interval: HistoryInterval): HistorySpan {
  if (days === 'max') return { days, interval: 'daily' };
  if (interval === 'auto' && days === 1) return { days, interval };
  const hourly = interval === 'auto' ? hourlySpans.find((span) => days <= span) : undefined;
  return hourly ? { days: hourly, interval } : { days: yearDays, interval: 'daily' };
}

/** The last `days` of a history, counted back from its newest point, with the span that they cover. */
export function cutHistory(history: History, days: HistoryDays, source: MarketSource): History {
  const newest = history.prices.at(-1)?.[0];
  if (newest === undefined) return history;
  if (days === 'max') return { ...history, coverage: history.coverage ?? coverageOf(history, source) };
  const from = newest - days * dayMs;
  const cut = (points: PricePoint[]) => points.filter(([time]) => time > from);
  const part = {
    prices: cut(history.prices),
    market_caps: cut(history.market_caps),
    total_volumes: cut(history.total_volumes),
  };
  return { ...part, coverage: coverageOf(part, source) };
}

function coverageOf({ prices }: History, source: MarketSource): Coverage {
  return { from: new Date(prices[0]![0]).toISOString(), sources: [source] };
}
