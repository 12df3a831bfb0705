import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient } from '#server/platform/net/http-client.ts';
import { makeBrowserKeys } from '../../../tests/support/alerts/push-rows.ts';
import {
  decryptPush,
  type PushService,
  startPushService,
} from '../../../tests/support/alerts/push-service.ts';
import { derivePushKeys } from './keys.ts';
import { createPushSender } from './sender.ts';

const keys = derivePushKeys('a secret of this test');
const contact = 'mailto:no-reply@altimeter.example';
const message = { id: 'firing', title: 'Bitcoin is above $110', body: 'Price $112.50', path: '/alerts' };

describe('sending a push message', () => {
  let service: PushService;
  const browser = makeBrowserKeys();
  const { p256dh, auth } = browser;

  beforeAll(async () => {
    service = await startPushService();
  });
  afterAll(() => service.close());
  afterEach(() => {
    service.requests.length = 0;
    service.answer = (reply) => reply.writeHead(201).end();
  });

  const send = (endpoint = `${service.url}/send/browser`, timeoutMs = 5_000, ttlSeconds = 600) =>
    createPushSender({ keys, contact, http: service.http, timeoutMs }).send(
      { endpoint, p256dh, auth },
      message,
      ttlSeconds,
    );

  it('encrypts for the browser and signs for this installation', async () => {
    expect(await send()).toEqual({ outcome: 'sent' });
    const [request] = service.requests;
    expect(request).toMatchObject({
      path: '/send/browser',
      headers: { ttl: '600', urgency: 'high', 'content-encoding': 'aes128gcm' },
    });
    expect(decryptPush(request!.body, browser)).toEqual(message);
    expect(request!.body.toString('latin1')).not.toContain('Bitcoin');

    const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(request!.headers.authorization ?? '') ?? [];
    expect(key).toBe(keys.publicKey);
    const point = Buffer.from(keys.publicKey, 'base64url');
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'] });
    expect(payload).toMatchObject({ aud: service.url, sub: contact });
  });

  it.each([
    [200, { outcome: 'sent' }],
    [404, { outcome: 'gone' }],
    [410, { outcome: 'gone' }],
    [400, { outcome: 'refused' }],
    [413, { outcome: 'refused' }],
    [301, { outcome: 'failed', reason: 'the push service answered 301' }],
    [403, { outcome: 'failed', reason: 'the push service answered 403' }],
    [500, { outcome: 'failed', reason: 'the push service answered 500' }],
  ])('understands the status %i', async (status, outcome) => {
    service.answer = (reply) => reply.writeHead(status, { location: 'https://127.0.0.1/' }).end();
    expect(await send()).toEqual(outcome);
    expect(service.requests).toHaveLength(1);
  });

  it.each([
    ['120', { retryAfter: 120 }],
    ['9999999', { retryAfter: 3600 }],
    ['Wed, 21 Oct 2026 07:28:00 GMT', {}],
    ['-5', {}],
  ])('reads retry-after, up to an hour: %s', async (given, expected) => {
    service.answer = (reply) => reply.writeHead(429, { 'retry-after': given }).end();
    expect(await send()).toEqual({ outcome: 'failed', reason: 'the push service answered 429', ...expected });
  });

  it('does not read an endless response', async () => {
    service.answer = (reply) => {
      const pour = () => {
        while (!reply.destroyed && reply.write(Buffer.alloc(65_536)));
      };
      reply.on('drain', pour).on('error', () => undefined);
      reply.writeHead(200);
      pour();
    };
    expect(await send()).toEqual({ outcome: 'sent' });
  });

  it('times out', async () => {
    service.answer = () => undefined;
    expect(await send(undefined, 200)).toMatchObject({ outcome: 'failed', isTimeout: true });
  });

  it('never connects to this machine or a private network, by number or by name', async () => {
    const sender = createPushSender({ keys, contact, http: createHttpClient({ ca: service.ca }) });
    const sendTo = (endpoint: string) => sender.send({ endpoint, p256dh, auth }, message, 600);
    const { port } = new URL(service.url);
    expect(await sendTo(`${service.url}/`)).toEqual({
      outcome: 'failed',
      reason: 'localhost is not on the public internet',
    });
    expect(await sendTo(`https://127.0.0.1:${port}/`)).toEqual({ outcome: 'gone' });
    expect(await sendTo(`https://[::1]:${port}/`)).toEqual({ outcome: 'gone' });
    expect(service.requests).toEqual([]);
  });

  it('drops no browser because its message has just expired', async () => {
    expect(await send(undefined, undefined, -8)).toEqual({ outcome: 'sent' });
    expect(service.requests[0]?.headers.ttl).toBe('0');
  });

  it('drops a browser whose keys are unusable', async () => {
    const sender = createPushSender({ keys, contact, http: service.http });
    const target = { endpoint: service.url, p256dh: Buffer.alloc(65, 4).toString('base64url'), auth };
    expect(await sender.send(target, message, 600)).toEqual({ outcome: 'gone' });
  });
});

describe('the keys of an installation', () => {
  it('depend only on the secret', () => {
    expect(derivePushKeys('a secret of this test')).toEqual(keys);
    expect(derivePushKeys('another secret').publicKey).not.toBe(keys.publicKey);
    expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
  });
});
