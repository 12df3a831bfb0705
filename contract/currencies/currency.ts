import { z } from 'zod';
import type { Rates } from '../market.ts';
import type { DecimalText } from '../units.ts';

/*
 * Currencies in which figures are shown. A code is that of `GET /api/rates`, in lower case; `sats` are hundred-millionths
 * of a bitcoin. Codes are read in any case.
 *
 * Who decides, in this order:
 * 1. Signed out, the cookie `altimeter-currency` (`currency-cookie.ts`). The page sets it where the visitor chooses.
 * 2. Signed in, the account's `displayCurrency`. The answers of `GET` and `PUT /api/auth/me` set the cookie where it
 *    differs, so the server's next HTML is in it. A page keeps the currency that it was rendered in; only a choice made on
 *    it changes it. The page then does three things at once: sets the cookie, shows the new currency, and sends
 *    `PUT /api/auth/me {displayCurrency}`. A new account takes the cookie's.
 * 3. Where there is no rate for it, the first HTML is in dollars (`PageCurrency.code` is `usd`); the cookie stays as it is.
 *
 * Answers of `/api` never follow the cookie: market calls take `vs_currency`. The stream sends `rates` (as `GET /api/rates`)
 * at once and with each change; the page multiplies.
 */

/** The currency of a visitor who has chosen none. It needs no rate. */
export const defaultCurrency = 'usd';

/** Those of which the server keeps rendered pages ready. */
export const commonCurrencies = ['usd', 'eur', 'gbp', 'btc'] as const;

/**
 * Those that may be chosen at any time, by code: CoinGecko's, and `sats`. Whether there is a rate at present, `GET /api/rates`
 * says; a code that only it has may be chosen too.
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

/** What a code looks like. */
const codePattern = /^[a-z]{2,10}$/;
export const unknownCurrency = 'Must be a currency of /api/rates, such as eur';

/** A code, read in any case. Whether there is such a currency, the server decides: see `displayCurrencies`. */
export const displayCurrencySchema = z
  .string({
    error: ({ input }) => (input == null ? 'Currency is required' : unknownCurrency),
  })
  .trim()
  .toLowerCase()
  .regex(codePattern, unknownCurrency)
  .meta({ description: 'A currency of `/api/rates`, such as `eur`, in any case', type: 'string' });

/** The cookie's value as a code; null where it is none. */
export function readCurrencyCode(text: string | null | undefined): string | null {
  const code = text?.trim().toLowerCase() ?? '';
  return codePattern.test(code) ? code : null;
}

/** The currency of a rendered page. Its HTML, and the browser's first rendering, use this very rate. */
export interface PageCurrency {
  readonly code: string;
  /** Units a dollar, with all digits; `1` for `usd`. */
  readonly rate: DecimalText;
  /** When the rates were fetched; null: never. */
  readonly asOf: string | null;
  readonly state: Rates['state'];
}
