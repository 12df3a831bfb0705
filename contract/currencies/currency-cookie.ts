/*
 * The cookie with the visitor's currency. This file imports no schemas, so that the browser can use it too.
 */

/** Contains a lower-case currency code. */
export const currencyCookie = 'altimeter-currency';
/** One year. */
export const currencyCookieSeconds = 31_536_000;

/** The text to assign to `document.cookie`. `isSecure`: the page was loaded over https or from localhost. */
export function serializeCurrencyCookie(code: string, isSecure: boolean): string {
  const attributes = `Path=/; Max-Age=${currencyCookieSeconds}; SameSite=Lax`;
  return `${currencyCookie}=${code}; ${attributes}${isSecure ? '; Secure' : ''}`;
}
