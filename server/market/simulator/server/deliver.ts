import type { ServerResponse } from 'node:http';
import type { Answer } from './answer-call.ts';
import type { TransportFault } from './faults.ts';

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };
const byteEveryMs = 40;

const rateLimited = {
  status: {
    error_code: 429,
    error_message: "You've exceeded the Rate Limit. Please visit https://www.coingecko.com/en/api/pricing.",
  },
};

function sendJson(
  response: ServerResponse,
  { status, body }: Answer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { ...jsonHeaders, ...headers }).end(JSON.stringify(body));
}

/** Sends a byte at a time until the client gives up. */
function sendSlowly(response: ServerResponse, text: string): void {
  const bytes = Buffer.from(text);
  let sent = 0;
  response.writeHead(200, { ...jsonHeaders, 'content-length': bytes.length });
  const timer = setInterval(() => {
    if (sent < bytes.length) response.write(bytes.subarray(sent, ++sent));
    else response.end();
  }, byteEveryMs);
  response.on('close', () => clearInterval(timer));
}

type Delivery = (response: ServerResponse, answer: Answer, retryAfter: number | null) => void;

const deliveries: Record<TransportFault, Delivery> = {
  hang: () => {},
  reset: (response) => response.socket?.resetAndDestroy(),
  429: (response, _, retryAfter) =>
    sendJson(
      response,
      { status: 429, body: rateLimited },
      retryAfter === null ? {} : { 'retry-after': String(retryAfter) },
    ),
  500: (response) => sendJson(response, { status: 500, body: { error: 'Internal Server Error' } }),
  html: (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!DOCTYPE html><title>Just a moment...</title>'),
  truncated: (response, { body }) => {
    const text = JSON.stringify(body);
    response.writeHead(200, jsonHeaders).end(text.slice(0, Math.floor(text.length / 2)));
  },
  nan: (response, { body }) => {
    const text = JSON.stringify(body).replace(/"(current_price|usd)":[^,}{]+/g, '"$1":NaN');
    response.writeHead(200, jsonHeaders).end(text);
  },
  slow: (response, { body }) => sendSlowly(response, JSON.stringify(body)),
};

/** Sends the answer, altered by a transport fault if there is one. */
export function deliver(
  response: ServerResponse,
  answer: Answer,
  fault?: { kind: TransportFault; retryAfter: number | null },
): void {
  if (fault) deliveries[fault.kind](response, answer, fault.retryAfter);
  else sendJson(response, answer);
}
