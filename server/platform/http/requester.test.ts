import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { requesterAccount } from './requester.ts';
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
