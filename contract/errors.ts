import { z } from 'zod';
import { tierSchema } from './plan-schemas.ts';
import { limitTypes } from './plans.ts';

/** The codes of error bodies. `server/platform/http/app-error.ts` has their HTTP statuses. */
export const errorCodes = [
  'invalid_request',
  'invalid_code',
  'unauthorized',
  'limit_reached',
  'verification_required',
  'forbidden',
  'plan_required',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_type',
  'rate_limited',
  'market_unavailable',
  'payments_not_configured',
  'payments_unavailable',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/**
 * The body of every error. `issues`: the invalid fields of a 400. `requestId`: the id in the log of a 500.
 * `limitType`, `limit` and `tier`: the limit that was reached. `requiredTier`: the lowest plan that allows the
 * request. `columns` and `formats`: the columns found in a file of unknown format, and the known formats.
 */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
  limitType: z.enum(limitTypes).optional(),
  limit: z.number().int().optional(),
  tier: tierSchema.optional(),
  requiredTier: tierSchema.optional(),
  columns: z.array(z.string()).optional(),
  formats: z.array(z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

const maxIssueLength = 300;

/** Shortens a message about a field, or a field's path: it may name thousands of unknown fields, or a very long one. */
export function cutIssueMessage(message: string): string {
  return message.length <= maxIssueLength ? message : `${message.slice(0, maxIssueLength).toWellFormed()}…`;
}
