import { Decimal } from 'decimal.js';
import { isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import { defaultCurrency } from '#contract/currencies/currency.ts';
import { currencyDigits } from '#contract/currencies/currency-text.ts';
import type { DecimalText } from '#contract/units.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Crossing } from '../evaluation/armed-alert.ts';
import { toPlainDecimal } from '../plain-decimal.ts';

/** Wide enough for a price of 17 digits times a rate of 36 places. */
const Wide = Decimal.clone({ precision: 100 });
/** The minimum number of significant digits shown. */
const minSignificant = 6;

export interface FiringPrice {
  readonly price: DecimalText;
  readonly currency: string;
}

/**
 * The price an alert fired at, in its own currency. A change alert needs no rate and may fire without one; its price is
 * then in dollars.
 */
export function priceOf(
  alert: Pick<AlertTable, 'condition' | 'threshold' | 'currency'>,
  { quote, rates }: Pick<Crossing, 'quote' | 'rates'>,
): FiringPrice {
  const { currency } = alert;
  const rate = quote.converted?.rate ?? rates?.get(currency);
  if (currency === defaultCurrency || rate === undefined)
    return { price: toPlainDecimal(String(quote.price)), currency: defaultCurrency };
  const exact = new Wide(quote.price).times(rate);
  const minPlaces = isAboutPrice(alert.condition) ? countPlaces(alert.threshold) : 0;
  return { price: roundPrice(exact, currency, minPlaces), currency };
}

/** A price in a currency, formatted for display. */
export function formatConvertedPrice(price: number, rate: DecimalText, currency: string): DecimalText {
  return roundPrice(new Wide(price).times(rate), currency, 0);
}

/**
 * Rounded to the currency's decimals, or more if the price is small, and never to fewer than its threshold has, so that
 * a rounded price doesn't appear on the wrong side of it.
 */
function roundPrice(exact: Decimal, currency: string, minPlaces: number): DecimalText {
  const places = Math.max(currencyDigits(currency), minSignificant - 1 - exact.e, minPlaces);
  return exact.toDecimalPlaces(places, Decimal.ROUND_HALF_UP).toFixed();
}

const countPlaces = (text: DecimalText) => text.split('.')[1]?.length ?? 0;
