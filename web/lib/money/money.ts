import type { DecimalText } from '#contract/units.ts';
import { type Figure, isFigure } from '../formats.ts';
import { type Currency, currencyOf } from './currency.ts';
import {
  formatExactMoney,
  formatExactPrice,
  formatMarketCap,
  formatMoney,
  formatOverview,
  formatPrice,
  formatPriceParts,
  formatTrendingPrice,
  type PriceParts,
} from './money-formats.ts';

/**
 * How the page shows money. The API's figures are in US dollars. Each function takes dollars and writes them in the
 * reader's currency.
 */
export interface Money {
  readonly currency: Currency;
  readonly isDollars: boolean;
  /** Units per dollar. */
  readonly rate: number;
  /** Converts dollars to the currency; null if unknown. */
  readonly convert: (dollars: Figure) => number | null;
  /** The rate with all digits. */
  readonly exactRate: DecimalText;
  readonly price: (dollars: Figure) => string;
  readonly exactPrice: (dollars: Figure) => string;
  readonly priceParts: (dollars: Figure) => PriceParts;
  readonly trendingPrice: (dollars: Figure) => string;
  readonly overview: (dollars: Figure) => string;
  readonly marketCap: (dollars: Figure) => string;
  readonly amount: (dollars: Figure) => string;
  readonly exactAmount: (dollars: Figure) => string | undefined;
}

/** Money in a currency. `rate`: units per dollar. */
export function createMoney(code: string, rate: DecimalText): Money {
  const currency = currencyOf(code.toLowerCase());
  const factor = Number(rate);
  const isDollars = currency.code === 'usd';
  const convert = (dollars: Figure) => (isFigure(dollars) ? (isDollars ? dollars : dollars * factor) : null);
  const inCurrency =
    <T>(format: (value: Figure, currency: Currency) => T) =>
    (dollars: Figure) =>
      format(convert(dollars), currency);
  return {
    currency,
    isDollars,
    rate: isDollars ? 1 : factor,
    convert,
    exactRate: rate,
    price: inCurrency(formatPrice),
    exactPrice: inCurrency(formatExactPrice),
    priceParts: inCurrency(formatPriceParts),
    trendingPrice: inCurrency(formatTrendingPrice),
    overview: inCurrency(formatOverview),
    marketCap: inCurrency(formatMarketCap),
    amount: inCurrency(formatMoney),
    exactAmount: inCurrency(formatExactMoney),
  };
}

/** Money in US dollars. */
export const dollarMoney: Money = createMoney('usd', '1');
