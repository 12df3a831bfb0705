import type { ErrorBody, ErrorCode } from '#contract/errors.ts';

const statusOf: Record<ErrorCode, number> = {
  invalid_request: 400,
  invalid_code: 400,
  unauthorized: 401,
  limit_reached: 403,
  verification_required: 403,
  forbidden: 403,
  plan_required: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  market_unavailable: 503,
  payments_not_configured: 503,
  payments_unavailable: 503,
  unavailable: 503,
  internal: 500,
};

/** Fields an error body may contain in addition to message and code. */
export type ErrorDetails = Omit<ErrorBody, 'message' | 'code' | 'issues' | 'requestId'>;

/** The only error that the server throws on purpose. `error-handler.ts` maps it to HTTP. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds the client should wait, sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  readonly issues: ErrorBody['issues'];
  readonly details: ErrorDetails;
  constructor(
    code: ErrorCode,
    message: string,
    options: { retryAfter?: number; issues?: NonNullable<ErrorBody['issues']>; details?: ErrorDetails } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.status = statusOf[code];
    this.retryAfter = options.retryAfter;
    this.issues = options.issues;
    this.details = options.details ?? {};
  }
}

/** The refusal of one field. `path`: its name, or its place in the body such as `keys.auth`. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('invalid_request', message, { issues: [{ path, message }] });
}
