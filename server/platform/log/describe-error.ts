/** An error as it is logged. Other properties are left out: drivers keep queries, values and whole requests there. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** Deeper causes are left out. */
const maxDepth = 4;

export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const { name, code, cause } = error as Error & { code?: unknown };
  const message = describeMessage(error, code);
  return {
    type: error.constructor.name || name,
    message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: `${name}: ${message}${frames(error)}`,
    ...(cause === undefined || depth >= maxDepth ? {} : { cause: describeError(cause, depth + 1) }),
  };
}

/**
 * Messages about data repeat it: parsers the text that they could not read, PostgreSQL (class 22) the values that
 * it refused, in quotes.
 */
function describeMessage({ name, message }: Error, code: unknown): string {
  const isAboutData = name === 'SyntaxError' || (typeof code === 'string' && /^22\w{3}$/.test(code));
  return isAboutData ? message.replace(/["'`(].*["'`)]/s, '[hidden]') : message;
}

/** The stack begins with the message, which may have many lines. */
function frames({ stack = '' }: Error): string {
  const at = stack.search(/\n {4}at /);
  return at === -1 ? '' : stack.slice(at);
}
