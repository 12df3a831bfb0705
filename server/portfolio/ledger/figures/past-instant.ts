import type { Instant } from '#contract/units.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/** Reads the `at` of a query; null if there is none. Throws `invalid_request` if it is later than `latest`. */
export function readPastInstant(text: string | undefined, latest: Instant): Instant | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (at <= latest) return at;
  const message = 'Must be in the past';
  throw new AppError('invalid_request', message, { issues: [{ path: 'at', message }] });
}
