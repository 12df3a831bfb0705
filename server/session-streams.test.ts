import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AccountApp, createAccountApp, day } from '../tests/support/accounts/account-app.ts';
import type { AccountClient } from '../tests/support/accounts/account-client.ts';
import { type TestDatabase, testDatabases } from '../tests/support/databases.ts';
import { openEventClient } from '../tests/support/streams/event-client.ts';
import { FakePersonalEvents } from '../tests/support/streams/fake-personal-events.ts';

const closers: (() => unknown)[] = [];

describe.each(testDatabases)('the stream of a session on $name', ({ isAvailable, create }) => {
  let database: TestDatabase;
  let site: AccountApp;
  let events: FakePersonalEvents;
  let port: number;

  beforeEach(async (test) => {
    test.skip(!isAvailable);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    database = await create();
    events = new FakePersonalEvents();
    site = await createAccountApp(database, undefined, undefined, events);
    await site.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = site.app.server.address() as AddressInfo);
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const close of closers.splice(0)) await close();
    await site?.app.close();
    await database?.remove();
  });

  async function open(client: AccountClient, headers: Record<string, string> = {}) {
    const stream = openEventClient(port, '/api/stream', {
      Authorization: `Bearer ${client.token}`,
      ...headers,
    });
    closers.push(stream.close);
    await stream.until(/^id: |"code"/m);
    return stream;
  }
  async function signUp(email: string) {
    const client = site.plainClient();
    await client.signUp(email);
    const { id } = (await client.call('GET', '/api/auth/me')).body as { id: string };
    return { client, id };
  }
  /** Advances to the next check of sessions. */
  const checkSessions = () => vi.advanceTimersByTime(15_000);

  it('sends users their own events, and ends when they sign out', async () => {
    const { client, id } = await signUp('ada@example.com');
    const eve = await signUp('eve@example.com');
    const [stream, other] = [await open(client), await open(eve.client)];
    events.happen(id, 'hers');
    expect(await stream.until('hers')).toContain('event: alert\ndata: "hers"\n\n');
    await client.call('POST', '/api/auth/signout');
    events.happen(id, 'too late');
    await stream.closed;
    expect(stream.body()).not.toContain('too late');
    checkSessions();
    await other.until(/^:$/m);
    expect(other.body()).not.toMatch(/hers|too late/);
    expect((await open(client)).head()).toMatch(/^HTTP\/1.1 401/);
  });

  it('ends with the account', async () => {
    const { client } = await signUp('ada@example.com');
    await client.verify('ada@example.com', await site.codeTo('ada@example.com'));
    const stream = await open(client);
    expect((await client.call('DELETE', '/api/account')).status).toBe(204);
    checkSessions();
    await stream.closed;
  });

  it('ends with the token', async () => {
    const { client } = await signUp('ada@example.com');
    const stream = await open(client);
    site.pass(13 * day);
    checkSessions();
    await stream.until(/^:$/m);
    expect(stream.socket.destroyed).toBe(false);
    site.pass(2 * day);
    checkSessions();
    await stream.closed;
  });

  it('is refused to anyone with a browser’s token but without its cookie', async () => {
    const browser = site.browser();
    await browser.signUp('ada@example.com');
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const fromBrowser = { 'Sec-Fetch-Site': 'same-origin' };
    expect((await open(browser, { ...fromBrowser, Cookie: cookie })).head()).toMatch(/^HTTP\/1.1 200/);
    expect((await open(browser, fromBrowser)).head()).toMatch(/^HTTP\/1.1 401/);
  });
});
