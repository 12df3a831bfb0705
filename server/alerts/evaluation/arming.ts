import { defaultCurrency } from '#contract/currencies/currency.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { RateService } from '#server/market/rates/service.ts';
import type { MarketService } from '#server/market/service.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import { listFreshRates } from '../currency/quote-rates.ts';
import { toPlainDecimal } from '../plain-decimal.ts';
import { toQuote } from './accepted-quotes.ts';

/** The market at the moment an alert is armed. Only later quotes can fire the alert. */
export type Arming = Pick<
  AlertTable,
  'armed_at' | 'armed_as_of' | 'armed_price' | 'armed_change' | 'armed_rate' | 'armed_source'
>;

/**
 * The market state to arm a coin's alert with. Write it together with the next `arming`, a new revision
 * (`takeRevisions`), `next_allowed_at` null and the user's `when_true`.
 */
export function armingOf(
  { market, rates }: { readonly market: MarketService; readonly rates: Pick<RateService, 'getTable'> },
  { coinId, currency }: { readonly coinId: CoinId; readonly currency: string },
  now: Instant,
): Arming {
  const snapshot = market.snapshot();
  const fresh = snapshot && currency !== defaultCurrency && listFreshRates(rates.getTable(), snapshot);
  const row = snapshot?.coins.find(({ id }) => id === coinId);
  const quote = row ? toQuote(row) : null;
  return {
    armed_at: now,
    armed_as_of: snapshot?.asOf ?? now,
    armed_price: quote ? toPlainDecimal(String(quote.price)) : null,
    armed_change: quote?.change == null ? null : toPlainDecimal(String(quote.change)),
    armed_rate: fresh ? (fresh.get(currency) ?? null) : null,
    armed_source: snapshot?.source ?? market.status().source,
  };
}
