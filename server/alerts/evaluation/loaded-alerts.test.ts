import { expect, it } from 'vitest';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { loadAlerts } from './loaded-alerts.ts';
import type { AlertFacts } from './read-alert.ts';
import type { EvaluationStore } from './store.ts';

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

/** Answers at once, as the embedded database does. */
const evaluations: EvaluationStore = {
  load: async (source) => ({ source, asOf: 1, revision: 0, quotes: new Map() }),
  getRevision: async () => count,
  listArmed: async (_source, after, limit) => alerts.slice(after, after + limit),
  getAsOf: () => Promise.reject(),
  addQuotes: () => Promise.reject(),
  findQuotes: () => Promise.reject(),
  advance: () => Promise.reject(),
};

it('Other calls come in while the alerts of everybody, or those of an account file, are loaded', async () => {
  const logger = { warn: () => undefined };
  const [loaded, turns] = await countTurns(loadAlerts({ evaluations, logger }, 'coingecko', 2));
  expect(loaded.size).toBe(count);
  expect(turns).toBeGreaterThanOrEqual(4);
});
