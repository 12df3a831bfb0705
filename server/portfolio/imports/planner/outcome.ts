import type { ErrorBody } from '#contract/errors.ts';
import { AppError, type ErrorDetails } from '#server/platform/http/app-error.ts';

/** A thread's answer. Needed because errors lose their class between threads. */
export type Outcome = { readonly value: unknown } | { readonly refusal: Refusal };

interface Refusal {
  readonly code: AppError['code'];
  readonly message: string;
  readonly retryAfter: number | undefined;
  readonly issues: ErrorBody['issues'];
  readonly details: ErrorDetails;
}

/** Turns an `AppError` into a value. Rejects with any other error. */
export async function toOutcome(work: Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await work };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, retryAfter, issues, details } = error;
    return { refusal: { code, message, retryAfter, issues, details } };
  }
}

/** Throws the `AppError` of a refusal. */
export function readOutcome(outcome: Outcome): unknown {
  if ('value' in outcome) return outcome.value;
  const { code, message, retryAfter, issues, details } = outcome.refusal;
  throw new AppError(code, message, {
    details,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(issues && { issues }),
  });
}
