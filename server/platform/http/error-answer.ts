import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { cutIssueMessage, type ErrorBody } from '#contract/errors.ts';
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable-error.ts';
import { AppError } from './app-error.ts';

export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorBody;
  /** In seconds. */
  readonly retryAfter?: number | undefined;
}

/**
 * The public description of an error: our own errors unchanged, the framework's reworded, and for faults only the
 * request id, which is also in the log.
 */
export function describeError(error: unknown, requestId: string): ErrorAnswer {
  if (error instanceof AppError) return describeAppError(error, requestId);
  if (error instanceof DatabaseUnavailableError) return databaseDown;
  if (hasZodFastifySchemaValidationErrors(error)) return describeInvalid(error);
  return describeRefusal(error) ?? internal(requestId);
}

const databaseDown: ErrorAnswer = {
  status: 503,
  body: { message: 'This is not possible at the moment. Please try again soon.', code: 'unavailable' },
  retryAfter: 5,
};

function describeAppError(error: AppError, requestId: string): ErrorAnswer {
  if (error.code === 'internal') return internal(requestId);
  const { message, code, issues = issuesOf(error.status, message), status, retryAfter, details } = error;
  return { status, body: { message, code, ...(issues ? { issues } : {}), ...details }, retryAfter };
}

/** A body may have a hundred thousand invalid fields, which nobody would read. */
const maxIssues = 100;

interface InvalidRequest {
  readonly validation: readonly { readonly instancePath: string; readonly message?: string }[];
  readonly validationContext?: string | undefined;
}

function describeInvalid({ validation, validationContext }: InvalidRequest): ErrorAnswer {
  const issues = validation.slice(0, maxIssues).map(({ instancePath, message }) => ({
    path: instancePath.slice(1).replaceAll('/', '.'),
    message: cutIssueMessage(message ?? 'Not valid'),
  }));
  const first = issues[0]!;
  // A form shows the message next to its field; elsewhere the message has to name the field.
  const message =
    validationContext === 'body' || first.path === '' ? first.message : `${first.path}: ${first.message}`;
  return { status: 400, body: { message, code: 'invalid_request', issues } };
}

/** Framework errors, by status. */
function describeRefusal(error: unknown): ErrorAnswer | undefined {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (status === 413) return refusal(413, 'too_large', 'The request body is too large.');
  if (status === 414 || status === 404) return refusal(404, 'not_found', 'Not found.');
  if (status === 415) return refusal(415, 'unsupported_type', 'The body has to be JSON.');
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  return refusal(400, 'invalid_request', 'The request could not be read.');
}

function refusal(status: number, code: ErrorBody['code'], message: string): ErrorAnswer {
  const issues = issuesOf(status, message);
  return { status, body: { message, code, ...(issues ? { issues } : {}) } };
}

/** Every 400 has issues; one that concerns no single field has an empty path. */
function issuesOf(status: number, message: string): ErrorBody['issues'] {
  return status === 400 ? [{ path: '', message }] : undefined;
}

function internal(requestId: string): ErrorAnswer {
  return {
    status: 500,
    body: { message: 'Something went wrong on our side. Please try again.', code: 'internal', requestId },
  };
}
