import type { ErrorBody, ErrorCode } from '#contract/errors.ts';

/** The details of a failed answer, apart from its message. */
export interface ApiErrorDetails
  extends Partial<Pick<ErrorBody, 'code' | 'issues' | 'limitType' | 'requiredTier' | 'columns'>> {
  readonly status: number;
  /** The server's explanation for people. */
  readonly reason?: string;
}

/** An unsuccessful answer. Branch on `code`, log `message`, and show `reason` to people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly issues: NonNullable<ErrorBody['issues']>;
  readonly limitType: ErrorBody['limitType'];
  readonly requiredTier: ErrorBody['requiredTier'];
  readonly reason: string | undefined;
  /** The columns found in a file of unknown format. */
  readonly columns: ErrorBody['columns'];

  constructor(
    message: string,
    { status, code, issues = [], limitType, requiredTier, reason, columns }: ApiErrorDetails,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.limitType = limitType;
    this.requiredTier = requiredTier;
    this.reason = reason;
    this.columns = columns;
  }
}

/**
 * Reads a failed answer. Its message is the status, a colon, a space, and the body, or the status text if there is
 * none.
 */
export function readApiError(status: number, statusText: string, body: string): ApiError {
  const { message, code, issues, limitType, requiredTier, columns } = parseBody(body);
  return new ApiError(`${status}: ${body || statusText}`, {
    status,
    ...(message !== undefined && { reason: message }),
    ...(code && { code }),
    ...(issues && { issues }),
    ...(limitType && { limitType }),
    ...(requiredTier && { requiredTier }),
    ...(columns && { columns }),
  });
}

/** Proxies answer with their own pages, so the body can be anything. */
function parseBody(body: string): Partial<ErrorBody> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** Whether our API refused the call with this code. */
export function hasCode(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** An error as JSON, embedded in a server-rendered page. */
export type DehydratedError = { readonly message: string } & Partial<ApiErrorDetails>;

/** An error as JSON. `hydrateError` restores it. */
export function dehydrateError(error: Error): DehydratedError {
  if (!(error instanceof ApiError)) return { message: error.message };
  const { message, status, code, issues, limitType, requiredTier, reason } = error;
  return {
    message,
    status,
    ...(code && { code }),
    ...(issues.length > 0 && { issues }),
    ...(limitType && { limitType }),
    ...(requiredTier && { requiredTier }),
    ...(reason !== undefined && { reason }),
  };
}

/** Undoes `dehydrateError`. */
export function hydrateError({ message, status, ...details }: DehydratedError): Error {
  return status === undefined ? new Error(message) : new ApiError(message, { status, ...details });
}

/**
 * The server's explanation, for people, of why a part of the page can't be calculated, and what to do or when to try
 * again. Undefined if there is none.
 */
export function explainRefusal(failure: unknown): string | undefined {
  return hasCode(failure, 'conflict') || isTemporary(failure) ? failure.reason : undefined;
}

/** Whether the server refused a call only temporarily: the same call will work soon. */
export const isTemporary = (failure: unknown): failure is ApiError => hasCode(failure, 'unavailable');

/**
 * Why a call failed, for people: the server's reason or else `fallback` ("Sign up failed"), with the advice to try
 * again if the server could not be reached. Null if nothing failed.
 */
export function describeFailure(failure: unknown, fallback: string): string | null {
  if (failure === undefined || failure === null) return null;
  return failure instanceof ApiError ? (failure.reason ?? fallback) : `${fallback}. Please try again.`;
}

/** What still works although the server refused a private call, or advice if the server could not be reached. */
export const reassure = (failure: unknown): string =>
  failure instanceof ApiError
    ? 'The market is still available.'
    : 'Please check your connection and try again.';

/** The server's reason for a failure, or else advice. Follows a sentence such as "Nothing was saved.". */
export function explainFailure(failure: unknown): string {
  if (!(failure instanceof ApiError)) return 'Please check your connection and try again.';
  return failure.reason ?? 'Please try again.';
}
