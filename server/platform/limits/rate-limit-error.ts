import { AppError } from '../http/app-error.ts';

/** The error for an exhausted limit. */
export function rateLimitError(retryAfterMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new AppError('rate_limited', `Too many requests. Please try again in ${describeWait(seconds)}.`, {
    retryAfter: seconds,
  });
}

export const isRateLimitError = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'rate_limited';

function describeWait(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
