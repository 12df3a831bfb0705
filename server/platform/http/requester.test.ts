import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { collectGarbage } from '#server/platform/thread-heap.ts';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { requesterAccount, requesterAddress } from './requester.ts';
import { createUserGate } from './user-gate.ts';

it('knows the account of a request, however deep the call', async () => {
  const app = createBareApp();
  const gate = createUserGate(async ({ headers }) => ({
    id: String(headers['x-name']),
    email: 'ada@example.com',
    tier: 'free',
    verified: true,
  }));
  const answer = async () => {
    await setImmediate();
    return { account: requesterAccount() ?? null };
  };
  app.get('/own', { onRequest: gate.onRequest }, answer);
  app.get('/public', answer);
  const get = async (url: string, name: string) => {
    const { body } = await app.inject({ url, headers: { 'x-name': name } });
    return JSON.parse(body).account;
  };
  expect(await Promise.all([get('/own', 'ada'), get('/own', 'bob')])).toEqual(['ada', 'bob']);
  expect(await get('/public', 'ada')).toBeNull();
  expect(requesterAccount()).toBeUndefined();
});

it('lets what outlives a request, such as a connection that it opened, know its client but keep nothing else', async () => {
  const app = createBareApp();
  const bodies: WeakRef<object>[] = [];
  const addresses: unknown[] = [];
  const timers: NodeJS.Timeout[] = [];
  app.post('/', async ({ body }) => {
    bodies.push(new WeakRef(body as object));
    timers.push(setInterval(() => addresses.push(requesterAddress()), 1));
    return null;
  });
  const send = async () => {
    await app.inject({ method: 'POST', url: '/', payload: { large: true }, remoteAddress: '192.0.2.1' });
  };
  await send();
  try {
    await vi.waitFor(() => {
      collectGarbage();
      expect(addresses[0]).toBe('192.0.2.1');
      expect(bodies.map((body) => body.deref())).toEqual([undefined]);
    });
  } finally {
    clearInterval(timers[0]);
  }
});
