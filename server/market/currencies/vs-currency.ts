import { z } from 'zod';
import { defaultCurrency, readCurrencyCode, unknownCurrency } from '#contract/currencies/currency.ts';
import type { DecimalText } from '#contract/units.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { fieldError } from '#server/platform/http/query-fields.ts';
import { marketUnavailable } from '../coins/market-unavailable.ts';
import type { RateService, RateTable } from '../rates/service.ts';

/** The currency query parameter of market calls. `chooseCurrency` checks that it exists. */
export const vsCurrencySchema = z
  .string(fieldError(unknownCurrency))
  .transform((text, context) => {
    const code = readCurrencyCode(text);
    if (code === null) context.addIssue(unknownCurrency);
    return code ?? z.NEVER;
  })
  .default(defaultCurrency)
  .meta({
    description:
      'The currency of amounts of money in the answer: a code of `/api/rates`, in any case; `usd` if it is not given',
    type: 'string',
    default: defaultCurrency,
  });

export const vsCurrencyQuerySchema = z.object({ vs_currency: vsCurrencySchema });

/** The currency to respond in, and its current rate. */
export interface ChosenCurrency {
  readonly code: string;
  /** Units per dollar. */
  readonly rate: DecimalText;
  readonly table: RateTable;
}

/**
 * The currency of a request; null for dollars. Throws `AppError`: `invalid_request` if unknown, `market_unavailable`
 * while it has no rate.
 */
export function chooseCurrency(rates: RateService, code: string): ChosenCurrency | null {
  if (code === defaultCurrency) return null;
  const table = rates.getTable();
  const rate = table.rates.get(code)?.rate;
  if (rate !== undefined) return { code, rate, table };
  if (rates.isCurrency(code)) throw marketUnavailable();
  const issues = [{ path: 'vs_currency', message: unknownCurrency }];
  throw new AppError('invalid_request', `vs_currency: ${unknownCurrency}`, { issues });
}
