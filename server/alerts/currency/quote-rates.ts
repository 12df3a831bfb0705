import { defaultCurrency } from '#contract/currencies/currency.ts';
import type { MarketSource } from '#contract/market.ts';
import type { DecimalText, Instant, Milliseconds } from '#contract/units.ts';
import type { RateTable } from '#server/market/rates/service.ts';

/** The rates that quotes are evaluated with: units per dollar, by lower-case code. */
export type QuoteRates = ReadonlyMap<string, DecimalText>;

/** An alert waits while its currency's rate is further than this from the quotes. */
const maxRateAgeMs: Milliseconds = 60 * 60_000;

const isFresh = (fetchedAt: Instant, at: Instant) => Math.abs(at - fetchedAt) <= maxRateAgeMs;

/** The rates from the same market and about the same time as the quotes. */
export function listFreshRates(
  table: RateTable,
  { source, asOf }: { readonly source: MarketSource; readonly asOf: Instant },
): QuoteRates {
  if (table.source !== source) return new Map();
  const fresh = [...table.rates].filter(([, { at }]) => isFresh(at, asOf));
  return new Map(fresh.map(([code, { rate }]) => [code, rate]));
}

/** Whether alerts in a currency have to wait for newer rates. */
export function lacksRate(table: RateTable, currency: string, now: Instant): boolean {
  if (currency === defaultCurrency) return false;
  const known = table.rates.get(currency);
  return known === undefined || !isFresh(known.at, now);
}

/** As JSON; null if there are none. */
export function encodeRates(rates: QuoteRates | undefined): string | null {
  return rates === undefined || rates.size === 0 ? null : JSON.stringify(Object.fromEntries(rates));
}

/** Reverses `encodeRates`. */
export function decodeRates(text: string | null): QuoteRates {
  return new Map(Object.entries(text === null ? {} : (JSON.parse(text) as Record<string, DecimalText>)));
}
