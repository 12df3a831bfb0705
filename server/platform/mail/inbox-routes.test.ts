import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inboxKeyHeader } from '#contract/accounts/inbox.ts';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { makeInboxKey } from './inbox-key.ts';
import { registerInboxRoutes } from './inbox-routes.ts';

const mail = {
  id: '1',
  to: 'ada@example.com',
  subject: 'S',
  text: 'T',
  createdAt: '2027-01-15T08:00:00.000Z',
};
const inboxKey = makeInboxKey();
const withKey = { [inboxKeyHeader]: inboxKey };
const outbox = { listNewest: async () => [mail] };

describe('the local inbox', () => {
  let app: ReturnType<typeof createBareApp>;
  let port: number;
  beforeEach(async () => {
    app = createBareApp({}, 1);
    registerInboxRoutes(app, { outbox, inboxKey });
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as AddressInfo).port;
  });
  afterEach(() => app.close());

  /** Makes a real connection and sends exactly these headers. */
  async function get(
    headers: Record<string, string> = {},
    key: Record<string, string> = withKey,
  ): Promise<{ status?: number | undefined; body: string }> {
    const sent = request({
      host: '127.0.0.1',
      port,
      path: '/api/inbox',
      headers: { ...key, ...headers },
      agent: false,
    }).end();
    const [response] = await once(sent, 'response');
    let body = '';
    for await (const chunk of response) body += chunk;
    return { status: response.statusCode, body };
  }

  it.each([
    ['none', {}],
    ['an empty one', { [inboxKeyHeader]: '' }],
    ['half of it', { [inboxKeyHeader]: inboxKey.slice(0, 11) }],
    ['that of another start', { [inboxKeyHeader]: makeInboxKey() }],
  ])('stays closed on this machine with a wrong key: %s', async (_which, key) => {
    const { status, body } = await get({}, key);
    expect([status, JSON.parse(body)]).toEqual([401, expect.objectContaining({ code: 'unauthorized' })]);
    expect(body).not.toContain('ada');
  });

  it('is open to a connection from this machine, with the key', async () => {
    const { status, body } = await get();
    expect([status, JSON.parse(body)]).toEqual([200, [mail]]);
    expect((await get({ host: `localhost:${port}`, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it.each([
    ['a proxy', { 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy', { forwarded: 'for=127.0.0.1' }],
    ['a proxy', { via: '1.1 proxy' }],
    ['a proxy', { 'x-real-ip': '127.0.0.1' }],
    ['a proxy', { 'x-forwarded-proto': 'https' }],
    ['a proxy', { 'x-forwarded-port': '443' }],
    ['a proxy', { 'X-Forwarded-Prefix': '/' }],
    ['a proxy that keeps the name', { host: 'altimeter.example' }],
    ['a page whose name resolves to this machine', { host: 'evil.example', 'sec-fetch-site': 'same-origin' }],
    ['a name that only looks like this machine', { host: 'localhost.evil.example' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
  ])('does not exist for %s: %j', async (_who, headers) => {
    const { status, body } = await get(headers);
    expect(status).toBe(404);
    expect(body).not.toContain('ada');
  });

  it('does not exist for a proxy that is recognizable only by its HTTP version', async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.end(`GET /api/inbox HTTP/1.0\r\nhost: localhost\r\n${inboxKeyHeader}: ${inboxKey}\r\n\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.each(['192.168.1.7', '::ffff:10.0.0.1', '2001:db8::1'])(
    'does not exist for %s',
    async (remoteAddress) => {
      const headers = { ...withKey, host: 'localhost' };
      const answer = await app.inject({ url: '/api/inbox', remoteAddress, headers });
      expect(answer.statusCode).toBe(404);
    },
  );

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('is open to %s', async (remoteAddress) => {
    const headers = { ...withKey, host: '[::1]:3000' };
    expect((await app.inject({ url: '/api/inbox', remoteAddress, headers })).statusCode).toBe(200);
  });
});
