/*
 * The cookie of the reader's currency. This file imports no schemas, so that the browser can write what the server reads.
 */

/** The cookie of the visitor's choice: a lower-case code. */
export const currencyCookie = 'altimeter-currency';
/** A year. */
export const currencyCookieSeconds = 31_536_000;

/** For `document.cookie`. `isSecure`: the page's own address is https or this machine. */
export function describeCurrencyCookie(code: string, isSecure: boolean): string {
  const attributes = `Path=/; Max-Age=${currencyCookieSeconds}; SameSite=Lax`;
  return `${currencyCookie}=${code}; ${attributes}${isSecure ? '; Secure' : ''}`;
}
