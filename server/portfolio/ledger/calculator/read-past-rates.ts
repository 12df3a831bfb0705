import { Decimal } from 'decimal.js';
import { coinCurrencies } from '#contract/currencies/coin-currencies.ts';
import type { Day, PastPrices, PastValue } from './past-values.ts';

const digits = 30;
const Wide = Decimal.clone({ precision: digits, rounding: Decimal.ROUND_HALF_EVEN });

interface CoinRateDeps {
  readonly readCloses: PastPrices['readCloses'];
  /** The stored rates, in the order of the request; null if there is none. */
  readonly readRates: (
    wanted: readonly { readonly currency: string; readonly day: Day }[],
  ) => Promise<readonly (PastValue | null)[]>;
}

/** Reads rates by day. That of a currency that is a coin, such as `BTC`, follows from its close if none is stored. */
export function createReadPastRates({ readCloses, readRates }: CoinRateDeps): PastPrices['readRates'] {
  return async (wanted) => {
    const stored = await readRates(wanted);
    const missing = wanted.flatMap(({ currency, day }, index) => {
      const coin = stored[index] === null ? coinCurrencies[currency.toLowerCase()] : undefined;
      return coin ? [{ ...coin, day, index }] : [];
    });
    if (missing.length === 0) return stored;
    const closes = await readCloses(missing.map(({ coinId, day }) => ({ coinId, day })));
    const rates: (PastValue | 'pending' | null)[] = [...stored];
    for (const [at, { units, index }] of missing.entries()) rates[index] = toRate(closes[at] ?? null, units);
    return rates;
  };
}

function toRate(close: PastValue | 'pending' | null, units: number): PastValue | 'pending' | null {
  if (close === null || close === 'pending') return close;
  return Number(close.value) > 0 ? { ...close, value: new Wide(units).div(close.value).toFixed() } : null;
}
