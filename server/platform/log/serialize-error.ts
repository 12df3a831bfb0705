import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable-error.ts';

/** The logged fields of an error. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  /** Without its first line, which repeats the message. */
  readonly stack?: string;
  readonly cause?: LoggedError;
  readonly [field: string]: unknown;
}

/** Fields that identify nobody. Others may contain values of a row, a statement, an e-mail or a request. */
const loggedFields = [
  'code',
  'errcode',
  'errno',
  'syscall',
  'status',
  'responseCode',
  'constraint',
  'table',
  'column',
];

/**
 * For pino: an error without anything a user wrote. Libraries put rejected rows, statements, recipients and addresses
 * into their own fields and into the message.
 */
export function serializeError(error: unknown): LoggedError | unknown {
  return error instanceof Error ? toFields(error, 0) : typeof error;
}

const maxCauses = 3;

function toFields(error: Error, depth: number): LoggedError {
  const { cause, stack } = error;
  const fields = Object.fromEntries(
    loggedFields.flatMap((name) => {
      const value = (error as unknown as Record<string, unknown>)[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: hideValues(error),
    ...fields,
    ...(frames?.length ? { stack: frames.join('\n') } : {}),
    ...(cause instanceof Error && depth < maxCauses && !(error instanceof DatabaseUnavailableError)
      ? { cause: toFields(cause, depth + 1) }
      : {}),
  };
}

/**
 * PostgreSQL quotes values and statements in errors of these classes: wrong data, syntax, raised by a function, its own
 * files.
 */
const quotingStates = /^(?:22|42601|P0|58)/;

/** Removes values that messages about data repeat. Addresses and query strings are hidden later, in the whole line. */
function hideValues(error: Error): string {
  const { name, message } = error;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  if (
    typeof code === 'string' &&
    quotingStates.test(code) &&
    (severity !== undefined || /^22\w{3}$/.test(code))
  )
    return `PostgreSQL ${code}`;
  // A parser quotes the text that it could not read.
  return name === 'SyntaxError' ? message.replace(/["'`(].*/s, '[hidden]') : message;
}
