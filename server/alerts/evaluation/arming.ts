import type { MarketService } from '#server/market/service.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import { toPlainDecimal } from '../plain-decimal.ts';
import { toQuote } from './accepted-quotes.ts';

/** What an alert keeps of the moment at which it was armed: only what is quoted after it can make the alert fire. */
export type Arming = Pick<
  AlertTable,
  'armed_at' | 'armed_as_of' | 'armed_price' | 'armed_change' | 'armed_source'
>;

/**
 * The state of the market to arm an alert of `coinId` by, at `now` (ms). To be written together with the next `arming`,
 * a revision of its own (`takeRevisions`), `next_allowed_at` null and the user's `when_true`.
 */
export function armingOf(market: MarketService, coinId: string, now: number): Arming {
  const snapshot = market.snapshot();
  const row = snapshot?.coins.find(({ id }) => id === coinId);
  const quote = row ? toQuote(row) : null;
  return {
    armed_at: now,
    armed_as_of: snapshot?.asOf ?? now,
    armed_price: quote ? toPlainDecimal(String(quote.price)) : null,
    armed_change: quote?.change == null ? null : toPlainDecimal(String(quote.change)),
    armed_source: snapshot?.source ?? market.status().source,
  };
}
