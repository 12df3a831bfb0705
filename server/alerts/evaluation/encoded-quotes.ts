import type { CoinId, DecimalText, Instant, Milliseconds } from '#contract/units.ts';
import { convertPrice } from '../currency/converted-price.ts';
import type { Quote } from './accepted-quotes.ts';
import type { EvaluatedQuote } from './armed-alert.ts';

/** Older quotes are dropped: a move since then doesn't count as a crossing. */
export const maxQuoteAgeMs: Milliseconds = 365 * 24 * 3_600_000;

/**
 * Price, change, and the age of each at evaluation, omitted if both are 0. For a price in another currency also its
 * rate.
 */
type KeptQuote = [
  price: number,
  change: number | null,
  priceAge?: Milliseconds,
  changeAge?: Milliseconds,
  rate?: DecimalText,
];

/** The accepted quotes of one refresh as JSON, by coin id. */
export function encodeAcceptedQuotes(quotes: ReadonlyMap<CoinId, Quote>): string {
  const entries = [...quotes].map(([coinId, { price, change }]) => [coinId, [price, change]]);
  return JSON.stringify(Object.fromEntries(entries));
}

/** Reverses `encodeAcceptedQuotes`. */
export function decodeAcceptedQuotes(text: string): Map<CoinId, Quote> {
  const kept = JSON.parse(text) as Record<string, KeptQuote>;
  return new Map(Object.entries(kept).map(([coinId, [price, change]]) => [coinId, { price, change }]));
}

/** Evaluated quotes as JSON, by `marketKey`. `asOf`: the time of the evaluation. */
export function encodeQuotes(quotes: ReadonlyMap<string, EvaluatedQuote>, asOf: Instant): string {
  const kept: Record<string, KeptQuote> = {};
  for (const [key, { price, priceAt, change, changeAt, converted }] of quotes) {
    const [priceAge, changeAge] = [asOf - priceAt, asOf - (changeAt ?? asOf)];
    if (priceAge > maxQuoteAgeMs) continue;
    if (converted) kept[key] = [price, change, priceAge, changeAge, converted.rate];
    else
      kept[key] = priceAge === 0 && changeAge === 0 ? [price, change] : [price, change, priceAge, changeAge];
  }
  return JSON.stringify(kept);
}

/** Reverses `encodeQuotes`, with the same `asOf`. */
export function decodeQuotes(text: string, asOf: Instant): Map<string, EvaluatedQuote> {
  const kept = JSON.parse(text) as Record<string, KeptQuote>;
  return new Map(
    Object.entries(kept).map(([key, [price, change, priceAge = 0, changeAge = 0, rate]]) => [
      key,
      {
        price,
        priceAt: asOf - priceAge,
        change,
        changeAt: change === null ? null : asOf - changeAge,
        ...(rate !== undefined && { converted: convertPrice(price, rate) }),
      },
    ]),
  );
}
