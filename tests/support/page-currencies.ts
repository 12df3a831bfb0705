import type { PageCurrency } from '#contract/currencies/currency.ts';
import type { NumberStyle } from '#contract/currencies/number-style.ts';
import type { Rates } from '#contract/market.ts';

/** Render settings of a page in dollars with English numbers, and without exchange rates. */
export const pageInDollars: {
  readonly currency: PageCurrency;
  readonly rates: Rates;
  readonly numbers: NumberStyle;
} = {
  numbers: 'en',
  currency: { code: 'usd', rate: '1', asOf: null, state: 'unavailable' },
  rates: { base: 'usd', rates: {}, asOf: null, state: 'unavailable' },
};
