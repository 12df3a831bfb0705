import type { Quote } from './accepted-quotes.ts';
import type { EvaluatedQuote } from './armed-alert.ts';
import { maxQuoteAgeMs } from './quote-time.ts';

/** Price, change, and how much older each of them is than the evaluation (ms): left out where neither is. */
type KeptQuote = [price: number, change: number | null, priceAge?: number, changeAge?: number];

/** Quotes of one time as JSON, by coin id. */
export function encodeTick(quotes: ReadonlyMap<string, Quote>): string {
  const entries = [...quotes].map(([coinId, { price, change }]) => [coinId, [price, change]]);
  return JSON.stringify(Object.fromEntries(entries));
}

/** What `encodeTick` made a text of. */
export function decodeTick(text: string): Map<string, Quote> {
  const kept = JSON.parse(text) as Record<string, KeptQuote>;
  return new Map(Object.entries(kept).map(([coinId, [price, change]]) => [coinId, { price, change }]));
}

/** Evaluated quotes as JSON, by coin id. `asOf` is that of the evaluation. */
export function encodeQuotes(quotes: ReadonlyMap<string, EvaluatedQuote>, asOf: number): string {
  const kept: Record<string, KeptQuote> = {};
  for (const [coinId, { price, priceAt, change, changeAt }] of quotes) {
    const [priceAge, changeAge] = [asOf - priceAt, asOf - (changeAt ?? asOf)];
    if (priceAge > maxQuoteAgeMs) continue;
    kept[coinId] = priceAge === 0 && changeAge === 0 ? [price, change] : [price, change, priceAge, changeAge];
  }
  return JSON.stringify(kept);
}

/** What `encodeQuotes` made a text of, by the same `asOf`. */
export function decodeQuotes(text: string, asOf: number): Map<string, EvaluatedQuote> {
  const kept = JSON.parse(text) as Record<string, KeptQuote>;
  return new Map(
    Object.entries(kept).map(([coinId, [price, change, priceAge = 0, changeAge = 0]]) => [
      coinId,
      { price, priceAt: asOf - priceAge, change, changeAt: change === null ? null : asOf - changeAge },
    ]),
  );
}
