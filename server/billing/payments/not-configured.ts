import { AppError } from '#server/platform/http/app-error.ts';

/** The refusal of every payment call while Stripe is not configured. */
export function notConfigured(): AppError {
  return new AppError(
    'payments_not_configured',
    'Stripe payment processing is not configured yet. Please contact support to subscribe manually.',
  );
}
