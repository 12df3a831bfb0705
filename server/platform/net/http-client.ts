import type { Dispatcher } from 'undici';
import { createPublicConnector, type PublicConnectorOptions } from './public-connector.ts';
import { acceptedEncodings, discardBody, ResponseRefusedError, readBody } from './read-body.ts';
import { Agent, request } from './undici-parts.ts';

/**
 * Where a request may connect to: anywhere, including this machine and private networks, or only the public internet.
 */
export type Reach = 'anywhere' | 'public';

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST';
  /** Without `accept-encoding`, which the client sets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  /** Decides for each address, including redirect targets; throws to refuse one. `redirects`: how many led there. */
  readonly reachOf: (url: URL, redirects: number) => Reach;
  /**
   * How many redirects to follow; one more is an error. With 0, the default, a redirect is a response like any other.
   */
  readonly maxRedirects?: number;
  /** Whether to read the body of a response with this status. */
  readonly isBodyRead: (status: number) => boolean;
  /** Of the body, after decompression. */
  readonly maxBytes: number;
  /** For everything, from the look-up through redirects to the last byte of the body. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | null | undefined;
}

export interface OutgoingResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Empty if it was not read. */
  readonly body: Buffer;
  /** The URL of the response, after redirects. */
  readonly url: string;
}

/** Makes every outgoing HTTP call of the server, within bounds of size, time and reach. */
export interface HttpClient {
  /** Rejects if there is no complete response within the bounds. No status counts as a failure. */
  send(address: string, outgoing: OutgoingRequest): Promise<OutgoingResponse>;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Connections are pooled separately by reach: one opened without the address check must not be reused with it. */
export function createHttpClient(options: PublicConnectorOptions = {}): HttpClient {
  const dispatchers: Record<Reach, Dispatcher> = {
    anywhere: new Agent(),
    public: new Agent({ connect: createPublicConnector(options) }),
  };
  return {
    async send(address, outgoing) {
      const { reachOf, maxRedirects = 0 } = outgoing;
      const signal = limitTime(outgoing);
      let url = new URL(address);
      for (let redirects = 0; redirects <= maxRedirects; redirects++) {
        if (!/^https?:$/.test(url.protocol))
          throw new ResponseRefusedError(`It redirects to ${url.protocol}`);
        const response = await request(url, {
          dispatcher: dispatchers[reachOf(url, redirects)],
          method: outgoing.method ?? 'GET',
          headers: { ...outgoing.headers, 'accept-encoding': acceptedEncodings },
          body: outgoing.body ?? null,
          signal,
        });
        const status = response.statusCode;
        const headers = toHeaderMap(response.headers);
        const location = maxRedirects > 0 && redirectStatuses.has(status) && headers.get('location');
        if (!location) {
          const body = await readOrDiscard(response, outgoing, signal);
          return { status, headers, body, url: url.href };
        }
        discardBody(response.body);
        url = new URL(location, url);
      }
      throw new ResponseRefusedError('It redirects too often');
    },
  };
}

/** This process's client. */
export const httpClient = createHttpClient();

function limitTime({ timeoutMs, signal }: OutgoingRequest): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([timeout, signal]) : timeout;
}

async function readOrDiscard(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { isBodyRead, maxBytes }: OutgoingRequest,
  signal: AbortSignal,
): Promise<Buffer> {
  if (isBodyRead(statusCode)) {
    return readBody(body, { encoding: toHeaderMap(headers).get('content-encoding'), maxBytes, signal });
  }
  discardBody(body);
  return Buffer.alloc(0);
}

function toHeaderMap(headers: Dispatcher.ResponseData['headers']): Map<string, string> {
  return new Map(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
