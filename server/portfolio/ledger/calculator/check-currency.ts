import { unknownCurrency } from '#contract/currencies/currency.ts';
import type { RateService } from '#server/market/rates/service.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/**
 * Throws `invalid_request` if a requested currency has no rates. `own`, that of the portfolio's settings, always passes:
 * it may have been chosen before currencies were checked.
 */
export type CheckCurrency = (requested: string | undefined, own: string) => Promise<void>;

export function createCheckCurrency(rates: Pick<RateService, 'hasRates'>): CheckCurrency {
  return async (requested, own) => {
    if (requested === undefined || requested === own.toUpperCase()) return;
    if (await rates.hasRates(requested.toLowerCase())) return;
    const issues = [{ path: 'currency', message: unknownCurrency }];
    throw new AppError('invalid_request', unknownCurrency, { issues });
  };
}
