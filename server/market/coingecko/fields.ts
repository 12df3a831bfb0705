import { z } from 'zod';
import { cleanText } from '#server/platform/http/clean-text.ts';

/*
 * Fields as the provider sends them: any may be missing, null, of another type or absurd. None of these schemas fails;
 * an unreadable field becomes null (or empty), so that a bad field never drops its row.
 */

/** Any finite number, else null. */
export const figure = z.number().nullable().catch(null);

/** A finite number above zero, else null: the provider writes 0 for an unknown market cap or supply. */
export const positiveFigure = z.number().positive().nullable().catch(null);

/** A finite non-negative number, else null. */
export const amountFigure = z.number().nonnegative().nullable().catch(null);

/** An instant as ISO 8601 in UTC, else null. */
export const instant = z
  .string()
  .transform((text) => {
    const time = Date.parse(text);
    return Number.isNaN(time) ? null : new Date(time).toISOString();
  })
  .nullable()
  .catch(null);

/** One line of plain text; empty if there is none. */
export const textField = z
  .string()
  .catch('')
  .transform((text) => cleanText(text, 120));

/** An http or https address without credentials, else empty. */
export const urlField = z.string().catch('').transform(toWebAddress);

/** Enough for twelve addresses and the empty entries that pad the provider's lists. */
const maxAddressesRead = 100;

/** A list of addresses, without empty entries. */
export const urlFields = z
  .preprocess((list) => (Array.isArray(list) ? list.slice(0, maxAddressesRead) : []), z.array(urlField))
  .transform((list) => [...new Set(list.filter((address) => address !== ''))].slice(0, 12));

function toWebAddress(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > 2000) return '';
  const url = URL.parse(trimmed);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return '';
  return url.href;
}
