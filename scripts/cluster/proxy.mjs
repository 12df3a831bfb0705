import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import { watchBackends } from './backends.mjs';

/*
 * The small proxy of `npm run cluster`: round robin over the servers that are ready. Responses are relayed as they
 * arrive, including streams.
 */

/** Headers of a connection rather than a message (RFC 9110, 7.6.1). */
const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
];
/** Safe to retry, because they change nothing. */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const retryAfterSeconds = '1';

/** @typedef {import('./backends.mjs').Backend} Backend */
/** @typedef {import('node:http').IncomingMessage} Incoming */
/** @typedef {import('node:http').ServerResponse} Response */

/**
 * @param {object} options
 * @param {string} options.host
 * @param {number} options.port 0 for any free port
 * @param {() => readonly string[]} options.listAddresses the servers' current addresses
 */
export async function startProxy({ host, port, listAddresses }) {
  const backends = watchBackends(listAddresses);
  const server = createServer({ requestTimeout: 0 }, (request, response) =>
    forward(request, response, backends.choose, new Set()),
  );
  server.keepAliveTimeout = 60_000;
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen({ port, host, backlog: 4096 });
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    port: address.port,
    /** Resolves once at least this many servers are ready. */
    waitForReady: backends.waitForReady,
    async close() {
      backends.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Sends the request to the next server. If it was never sent, because the server no longer listens, it goes to another
 * server; if the server dies before responding, only if the request is safe to retry.
 * @param {Incoming} request
 * @param {Response} response
 * @param {(tried: ReadonlySet<Backend>) => Backend | undefined} choose
 * @param {Set<Backend>} tried
 */
function forward(request, response, choose, tried) {
  const backend = choose(tried);
  if (!backend) return refuse(response, 503, 'No server is ready. Please try again in a moment.');
  tried.add(backend);
  const isSafe = safeMethods.has(request.method ?? '') && !hasBody(request);
  const { hostname, port } = backend;
  const inner = sendRequest({
    ...{ hostname, port, method: request.method, path: request.url, headers: listHeaders(request) },
    // A pooled connection may close under a request, which can only be retried if it is safe.
    agent: isSafe ? backend.agent : false,
    setHost: false,
  });
  let isSent = false;
  const giveUp = () => inner.destroy(new Error('the server is gone'));
  const settle = () => void backend.open.delete(giveUp);
  backend.open.add(giveUp);

  inner.once('socket', (socket) => {
    socket.setNoDelay(true);
    const send = () => {
      isSent = true;
      request.pipe(inner);
    };
    if (socket.connecting) socket.once('connect', send);
    else send();
  });
  inner.once('response', (answer) => relay(answer, response));
  inner.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => {
    settle();
    request.unpipe(inner);
    if (code === 'ECONNREFUSED') Object.assign(backend, { isReady: false, isGone: true });
    // Only the pooled connection closed, which says nothing about the server.
    if (inner.reusedSocket) tried.delete(backend);
    if (response.headersSent) return void response.destroy();
    if (response.destroyed) return;
    if (isSafe || !isSent) return forward(request, response, choose, tried);
    refuse(response, 502, 'The server ended before it answered.');
  });
  // The client has left.
  response.once('close', () => {
    settle();
    if (!response.writableFinished) inner.destroy();
  });
}

/** @param {Incoming} request */
function hasBody({ headers }) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** @param {Incoming} request */
function listHeaders(request) {
  const headers = withoutHop(request.headers);
  const before = headers['x-forwarded-for'];
  const address = request.socket.remoteAddress ?? '';
  headers['x-forwarded-for'] = before === undefined ? address : `${before}, ${address}`;
  headers['x-forwarded-proto'] ??= 'http';
  headers['x-forwarded-host'] ??= request.headers.host;
  if (request.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked';
  return headers;
}

/**
 * Also removes the headers named in `Connection`.
 * @param {import('node:http').IncomingHttpHeaders} all
 * @returns {import('node:http').OutgoingHttpHeaders}
 */
function withoutHop(all) {
  const named = (all.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => !hopByHop.includes(name) && !named.includes(name)),
  );
}

/**
 * @param {Incoming} answer
 * @param {Response} response
 */
function relay(answer, response) {
  response.writeHead(answer.statusCode ?? 502, withoutHop(answer.headers));
  response.flushHeaders();
  answer.on('error', () => response.destroy());
  // A truncated response must not look complete.
  answer.on('aborted', () => response.destroy());
  answer.pipe(response);
}

/**
 * @param {Response} response
 * @param {number} status
 * @param {string} message
 */
function refuse(response, status, message) {
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': retryAfterSeconds });
  response.end(JSON.stringify({ message, code: 'unavailable' }));
}
