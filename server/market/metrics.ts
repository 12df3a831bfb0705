import { Counter, Gauge, type Registry } from 'prom-client';
import type { Instant } from '#contract/units.ts';
import { registerAge } from '#server/platform/log/register-age.ts';

/** The market's metrics. */
export interface MarketMetrics {
  countRefresh(outcome: string): void;
  countRejectedRows(rows: number): void;
  countCall(endpoint: string, outcome: string): void;
  setQuarantinedCoins(coins: number): void;
}

/** Registers the market's metrics. `getAsOf` returns when the displayed data was fetched, or null. */
export function createMarketMetrics(
  registry: Registry | undefined,
  now: () => Instant,
  getAsOf: () => Instant | null,
): MarketMetrics {
  const registers = registry ? [registry] : [];
  const refreshes = new Counter({
    name: 'market_refreshes_total',
    help: 'Refreshes of the coin list, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const rejectedRows = new Counter({
    name: 'market_rejected_rows_total',
    help: 'Rows from the provider that could not be read or had an impossible price.',
    registers,
  });
  const calls = new Counter({
    name: 'market_upstream_calls_total',
    help: 'Calls to the market data provider, by endpoint and outcome; not_sent never left this server.',
    labelNames: ['endpoint', 'outcome'],
    registers,
  });
  const quarantined = new Gauge({
    name: 'market_quarantined_coins',
    help: 'Coins whose newest price is held back until it is confirmed.',
    registers,
  });
  registerAge(registers, {
    name: 'market_snapshot_age_seconds',
    help: 'Age of the market data shown; absent while there is none.',
    now,
    getAsOf,
  });
  return {
    countRefresh: (outcome) => refreshes.inc({ outcome }),
    countRejectedRows: (rows) => rejectedRows.inc(rows),
    countCall: (endpoint, outcome) => calls.inc({ endpoint, outcome }),
    setQuarantinedCoins: (coins) => quarantined.set(coins),
  };
}
