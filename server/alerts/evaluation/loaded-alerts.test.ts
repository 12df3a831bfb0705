import { expect, it } from 'vitest';
import { loadAlerts } from './loaded-alerts.ts';
import type { AlertFacts } from './read-alert.ts';

const count = 10_000;
const alerts = Array.from(
  { length: count },
  (_, index): AlertFacts => ({
    revision: index + 1,
    coin_id: 'bitcoin',
    condition: 'price_above',
    threshold: '100',
    currency: 'usd',
    when_true: 'wait',
    armed_as_of: 1,
    armed_price: '90',
    armed_change: null,
    armed_rate: null,
    armed_source: 'coingecko',
  }),
);

it('Other calls come in while the alerts of everybody, or an account file with thousands, are loaded', async () => {
  let [isLoading, turns] = [true, 0];
  const countTurns = () => {
    turns += 1;
    if (isLoading) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const loaded = await loadAlerts(
    {
      evaluations: {
        load: async (source) => ({ source, asOf: 1, revision: 0, quotes: new Map() }),
        getRevision: async () => count,
        // As the embedded database answers: at once.
        listArmed: async (_source, after, limit) => alerts.slice(after, after + limit),
        getAsOf: () => Promise.reject(),
        addQuotes: () => Promise.reject(),
        findQuotes: () => Promise.reject(),
        advance: () => Promise.reject(),
      },
      logger: { warn: () => undefined },
    },
    'coingecko',
    2,
  );
  isLoading = false;
  expect(loaded.size).toBe(count);
  expect(turns).toBeGreaterThanOrEqual(4);
});
