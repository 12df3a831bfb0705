import { z } from 'zod';
import type { Rates } from '../market.ts';
import type { DecimalText } from '../units.ts';

/*
 * The currencies in which figures are shown. Codes are those of `GET /api/rates` in lower case, read in any case;
 * `sats` are hundred-millionths of a bitcoin.
 *
 * The currency is determined as follows:
 * 1. Signed out: by the cookie `altimeter-currency` (`currency-cookie.ts`), which the page sets when the visitor
 *    chooses.
 * 2. Signed in: by the account's `displayCurrency`. `GET` and `PUT /api/auth/me` set the cookie if it differs, so that
 *    the server renders the next HTML in it. A page keeps the currency it was rendered in until the user chooses
 *    another on it. The page then sets the cookie, shows the new currency, and sends `PUT /api/auth/me
 *    {displayCurrency}`. A new account takes over the cookie's currency.
 * 3. Without a rate for it, the first HTML is in dollars (`PageCurrency.code` is `usd`); the cookie is kept.
 *
 * Answers of `/api` ignore the cookie; market calls take `vs_currency`. The stream sends `rates` (as `GET /api/rates`)
 * on connection and after each change, and the page converts.
 */

/** The currency until a visitor chooses one. It needs no rate. */
export const defaultCurrency = 'usd';

/** Currencies in which the server keeps rendered pages ready. */
export const commonCurrencies = ['usd', 'eur', 'gbp', 'btc'] as const;

/**
 * The currencies that can always be chosen, by code: CoinGecko's, and `sats`. `GET /api/rates` tells which have a rate
 * at present; further codes in it can be chosen too.
 */
export const displayCurrencies = [
  ...[
    'aed',
    'ars',
    'aud',
    'bch',
    'bdt',
    'bhd',
    'bits',
    'bmd',
    'bnb',
    'brl',
    'btc',
    'cad',
    'chf',
    'clp',
    'cny',
  ],
  ...[
    'czk',
    'dkk',
    'dot',
    'eos',
    'eth',
    'eur',
    'gbp',
    'gel',
    'hkd',
    'huf',
    'idr',
    'ils',
    'inr',
    'jpy',
    'krw',
  ],
  ...[
    'kwd',
    'link',
    'lkr',
    'ltc',
    'mmk',
    'mxn',
    'myr',
    'ngn',
    'nok',
    'nzd',
    'php',
    'pkr',
    'pln',
    'rub',
    'sar',
  ],
  ...[
    'sats',
    'sek',
    'sgd',
    'sol',
    'thb',
    'try',
    'twd',
    'uah',
    'usd',
    'vef',
    'vnd',
    'xag',
    'xau',
    'xdr',
    'xlm',
  ],
  ...['xrp', 'yfi', 'zar'],
] as const;

/** The form of a code. */
const codePattern = /^[a-z]{2,10}$/;
export const unknownCurrency = 'Must be a currency of /api/rates, such as eur';

/** A code, read in any case. Only its form is checked; the server decides whether the currency exists. */
export const displayCurrencySchema = z
  .string({
    error: ({ input }) => (input == null ? 'Currency is required' : unknownCurrency),
  })
  .trim()
  .toLowerCase()
  .regex(codePattern, unknownCurrency)
  .meta({ description: 'A currency of `/api/rates`, such as `eur`, in any case', type: 'string' });

/** Reads the cookie's value; null if it isn't a code. */
export function readCurrencyCode(text: string | null | undefined): string | null {
  const code = text?.trim().toLowerCase() ?? '';
  return codePattern.test(code) ? code : null;
}

/** The currency of a rendered page. The HTML and the browser's first rendering use exactly this rate. */
export interface PageCurrency {
  readonly code: string;
  /** Units per dollar, with all digits; `1` for `usd`. */
  readonly rate: DecimalText;
  /** When the rates were fetched; null: never. */
  readonly asOf: string | null;
  readonly state: Rates['state'];
}
