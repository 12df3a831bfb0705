import { createRequire } from 'node:module';
import type * as Undici from 'undici';

/*
 * The parts of undici that the HTTP client uses. The package's index also loads its fetch, WebSocket, mocks and caches:
 * 8 MB in an otherwise idle process.
 */

const require = createRequire(import.meta.url);

export const Agent: typeof Undici.Agent = require('undici/lib/dispatcher/agent');

export const buildConnector: typeof Undici.buildConnector = require('undici/lib/core/connect');

type SendRequest = (
  this: Undici.Dispatcher,
  options: Undici.Dispatcher.RequestOptions,
) => Promise<Undici.Dispatcher.ResponseData>;
const sendRequest: SendRequest = require('undici/lib/api/api-request');

/** Sends a request through a dispatcher. */
export function request(
  url: URL,
  options: Omit<Undici.Dispatcher.RequestOptions, 'origin' | 'path'> & { dispatcher: Undici.Dispatcher },
): Promise<Undici.Dispatcher.ResponseData> {
  const { dispatcher, ...others } = options;
  return sendRequest.call(dispatcher, {
    ...others,
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
  });
}
