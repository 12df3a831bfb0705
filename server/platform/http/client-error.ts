import type { Socket } from 'node:net';
import type { ErrorBody } from '#contract/errors.ts';

/**
 * Answers malformed HTTP and requests that did not arrive in time with a standard error body, and closes the
 * connection.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const { status, message } = refusalOf(error.code);
    const isUnreadable = status.startsWith('400');
    const body: ErrorBody = {
      message,
      code: 'invalid_request',
      ...(isUnreadable ? { issues: [{ path: '', message }] } : {}),
    };
    socket.write(rawAnswer(status, headers, body));
  }
  socket.destroy();
}

function refusalOf(code: string | undefined): { status: string; message: string } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: '408 Request Timeout', message: 'The request took too long to arrive.' };
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { status: '431 Request Header Fields Too Large', message: "The request's headers are too large." };
  }
  return { status: '400 Bad Request', message: 'The request could not be read.' };
}

/** A complete HTTP response that ends its connection, for sockets without a parsed request. */
export function rawAnswer(
  status: string,
  headers: Readonly<Record<string, string>>,
  body: ErrorBody,
): string {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status}`, ...lines, '', text].join('\r\n');
}
