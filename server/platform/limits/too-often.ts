import { AppError } from '../http/app-error.ts';

/** The refusal of what was done too often. */
export function tooOften(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('rate_limited', `Too many requests. Please try again in ${describeWait(seconds)}.`, {
    retryAfter: seconds,
  });
}

function describeWait(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
