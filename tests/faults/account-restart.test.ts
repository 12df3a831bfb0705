import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listMails } from '../support/accounts/local-inbox.ts';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';

/*
 * A complete server on a real port: after a crash, users still exist, and their tokens and mailed codes still work.
 */

let folder: string;
let server: ChildServer | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'altimeter-accounts-'));
});
afterEach(async () => {
  await server?.kill();
  await rm(folder, { recursive: true, force: true });
});

const start = (env: Record<string, string> = {}) =>
  startAppServer({
    MARKET_PROVIDER: 'simulated',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'debug',
    ...env,
  });

async function call<T>(path: string, body?: object, token?: string): Promise<{ status: number; answer: T }> {
  const response = await fetch(server!.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as T };
}

const email = 'ada@example.com';

it('An account, its session and its code survive a crash of the server', { timeout: 120_000 }, async () => {
  server = await start();
  const signedUp = await call<{ token: string; challenge: string }>('/api/auth/signup', {
    email,
    firstName: 'Ada',
    lastName: 'Lovelace',
  });
  const { token, challenge } = signedUp.answer;
  expect(signedUp.status).toBe(201);
  await server.kill();

  server = await start();
  expect((await call('/api/auth/me', undefined, token)).answer).toMatchObject({ email, verified: false });
  const inbox = await listMails(server.url, email);
  expect(inbox.map(({ to }) => to)).toEqual([email]);
  const [link = ''] = /http\S+#\S+/.exec(inbox[0]!.text) ?? [];
  expect(link).toMatch(/^http:\/\/localhost:\d+\/signin\/verify#email=ada%40example\.com&code=/);
  const code = new URLSearchParams(new URL(link).hash.slice(1)).get('code');
  const verified = await call<{ token: string }>('/api/auth/verify', { email, code, challenge }, token);
  expect(verified.status).toBe(200);
  expect((await call('/api/auth/me', undefined, verified.answer.token)).answer).toMatchObject({
    verified: true,
  });
  expect((await call('/api/auth/me', undefined, token)).status).toBe(401);
  for (const secret of [email, code!, token, verified.answer.token, challenge]) {
    expect(server.output()).not.toContain(secret);
  }
});

it('There is no inbox if a mail server is configured', { timeout: 120_000 }, async () => {
  server = await start({ SMTP_URL: 'smtp://127.0.0.1:9' });
  expect((await call('/api/inbox')).status).toBe(404);
});
