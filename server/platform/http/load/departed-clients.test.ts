import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMultipart } from '#server/portfolio/imports/multipart-body.ts';
import { createBareApp } from '../../../../tests/support/bare-app.ts';
import { defaultLoadLimits, shedLoad } from './load-shedder.ts';
import { paceRequests } from './pace-requests.ts';
import { holdSlots, takeTurns } from './turns.ts';

let app: FastifyInstance;
let asked: PromiseWithResolvers<void>;
let identified: PromiseWithResolvers<void>;

beforeEach(() => {
  app = createBareApp();
  asked = Promise.withResolvers();
  identified = Promise.withResolvers();
});
afterEach(() => app.close());

async function waitIfLate({ headers }: FastifyRequest): Promise<void> {
  if (headers['x-late'] === undefined) return;
  asked.resolve();
  await identified.promise;
}

/** Like the reading of a session from a database. */
function identifyLate(): void {
  app.addHook('onRequest', waitIfLate);
}

/** Sends a request without the rest of its body, and leaves while the server identifies it. */
async function sendAndLeave(method: string): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const left = new Promise<void>((resolve) => {
    app.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  const head = `${method} /costly HTTP/1.1\r\nhost: a\r\nx-late: 1\r\ncontent-type: application/json\r\n`;
  client.write(`${head}content-length: 9\r\n\r\n{`);
  await asked.promise;
  client.destroy();
  await left;
  identified.resolve();
  await new Promise((resolve) => setImmediate(resolve));
}

const statusOf = async (method: 'GET' | 'POST') =>
  (await app.inject({ method, url: '/costly', ...(method === 'POST' && { payload: {} }) })).statusCode;

describe('A request whose client leaves before it is identified', () => {
  it('takes no turn, because it would never give it back', async () => {
    takeTurns(app, {
      limits: { atOnce: 1, maxWaiting: 0, maxWaitMs: 1 },
      subjectOf: () => 'all',
    });
    identifyLate();
    app.post('/costly', () => 'done');
    await sendAndLeave('POST');
    expect(await statusOf('POST')).toBe(200);
  });

  it('does not count as open', async () => {
    shedLoad(app, { priorityOf: () => 'ordinary', limits: { ...defaultLoadLimits, maxOpen: 1 } });
    identifyLate();
    app.get('/costly', () => 'done');
    await sendAndLeave('GET');
    expect(await statusOf('GET')).toBe(200);
  });
});

describe('A request whose client leaves before its body is read', () => {
  it('gives its turn back at once', async () => {
    takeTurns(app, { limits: { atOnce: 1, maxWaiting: 0, maxWaitMs: 1 }, subjectOf: () => 'all' });
    app.addHook('preParsing', waitIfLate);
    paceRequests(app, () => 'all');
    app.post('/costly', () => 'done');
    await sendAndLeave('POST');
    await expect.poll(() => statusOf('POST')).toBe(200);
  });

  it('gives back a slot that it gets at the same moment', async () => {
    const left = Promise.withResolvers<void>();
    holdSlots(app, () => 'all', {
      async enter() {
        asked.resolve();
        await identified.promise;
        return left.resolve;
      },
    });
    app.post('/costly', () => 'done');
    await sendAndLeave('POST');
    await left.promise;
  });
});

describe('A request whose client leaves in the middle of its body', () => {
  it.each([
    ['JSON', 'application/json', '{'],
    [
      'a form',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n',
    ],
  ])('gives its turn back at once: %s', async (_name, type, body) => {
    takeTurns(app, {
      limits: { atOnce: 1, maxWaiting: 0, maxWaitMs: 1 },
      subjectOf: () => 'all',
    });
    const limits = { maxBytes: 1000, tooLarge: 'Too large' };
    app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: Readable) => {
      asked.resolve();
      return readMultipart(payload, request.headers, limits);
    });
    app.addHook('preParsing', async () => asked.resolve());
    app.post('/costly', () => 'done');
    await app.listen({ host: '127.0.0.1', port: 0 });
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    client.write(
      `POST /costly HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: 900\r\n\r\n${body}`,
    );
    await asked.promise;
    expect(await statusOf('POST')).toBe(429);
    client.destroy();
    await expect.poll(() => statusOf('POST')).toBe(200);
  });
});
