import type { FastifyRequest } from 'fastify';
import { readCurrencyCode } from '#contract/currencies/currency.ts';
import { currencyCookie } from '#contract/currencies/currency-cookie.ts';

/** The currency that the browser's cookie names; null where there is none, or no code of a currency. */
export function readCurrencyCookie({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null {
  return readCurrencyCode(cookies[currencyCookie]);
}
