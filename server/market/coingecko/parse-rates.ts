import { Decimal } from 'decimal.js';
import { type CurrencyRates, UpstreamError } from '../provider.ts';

/** Precise enough that money converted there and back keeps its 18th decimal. */
const ratePlaces = 36;
const Wide = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_HALF_EVEN });
const codePattern = /^[a-z]{2,10}$/;
const satsPerBitcoin = 100_000_000;
/** The provider has about 75. */
const maxCurrencies = 500;

/**
 * Reads `/exchange_rates`, given in units per bitcoin. Currencies without a readable value are left out; without the
 * dollar there are no rates. Throws an `UpstreamError`.
 */
export function parseRates(body: unknown): CurrencyRates {
  const { rates } = (body ?? {}) as Record<string, unknown>;
  if (typeof rates !== 'object' || rates === null || Array.isArray(rates))
    throw new UpstreamError('unreadable', 'The answer has no rates');
  const perBitcoin = new Map<string, number>([['sats', satsPerBitcoin]]);
  for (const [name, entry] of Object.entries(rates)) {
    const code = name.toLowerCase();
    const value = (entry as Record<string, unknown> | null)?.value;
    const hasRoom = perBitcoin.size < maxCurrencies || code === 'usd';
    if (isPositive(value) && hasRoom && codePattern.test(code)) perBitcoin.set(code, value);
  }
  const dollars = perBitcoin.get('usd');
  if (dollars === undefined) throw new UpstreamError('unreadable', 'The answer has no rate for the dollar');
  return new Map([...perBitcoin].map(([code, value]) => [code, ratePerDollar(value, dollars)]));
}

const isPositive = (value: unknown): value is number => Number.isFinite(value) && (value as number) > 0;

function ratePerDollar(units: number, dollars: number): string {
  return new Wide(units).dividedBy(dollars).toDecimalPlaces(ratePlaces).toFixed();
}
