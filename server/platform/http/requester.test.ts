import { expect, it } from 'vitest';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { requesterAddress, requesterNetwork } from './requester.ts';

async function open() {
  const app = createBareApp();
  app.get('/network', async () => {
    // Context must survive any await before it.
    await new Promise((resolve) => setImmediate(resolve));
    return { network: requesterNetwork() };
  });
  app.get('/nested', async () => {
    const { body } = await app.inject({ url: '/network', remoteAddress: requesterAddress() ?? '' });
    return JSON.parse(body);
  });
  const ask = async (url: string, remoteAddress: string) =>
    (await app.inject({ url, remoteAddress })).json().network;
  return { ask };
}

it('knows the network of each concurrent request, across awaits', async () => {
  const { ask } = await open();
  const networks = await Promise.all([ask('/network', '192.0.2.7'), ask('/network', '2001:db8:1:2ff::1')]);
  expect(networks).toEqual(['192.0.2', '2001:db8:1:200']);
});

it('passes the requester on to an in-process request', async () => {
  const { ask } = await open();
  expect(await ask('/nested', '198.51.100.9')).toBe('198.51.100');
});

it('knows nobody outside a request', () => {
  expect(requesterNetwork()).toBeUndefined();
});
