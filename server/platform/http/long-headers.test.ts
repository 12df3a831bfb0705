import { expect, it } from 'vitest';
import { createBareApp } from '../../../tests/support/bare-app.ts';

it('Of thousands of encodings, only as many are left as browsers send', async () => {
  const app = createBareApp();
  app.get('/', ({ headers }) => headers);
  const encodings = `gzip, br, ${'*'.repeat(15_000)}`;
  const { 'accept-encoding': left } = (
    await app.inject({ url: '/', headers: { 'accept-encoding': encodings } })
  ).json();
  expect(left).toBe(encodings.slice(0, 500));
  await app.close();
});

it('Of thousands of addresses named by a client, only the last ones are left, which proxies have added', async () => {
  const app = createBareApp({}, 2);
  app.get('/', ({ headers, ip }) => ({ length: headers['x-forwarded-for']?.length, ip }));
  const ask = async (forwarded: string) =>
    (await app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } })).json();
  const proxied = '203.0.113.7, 198.51.100.9';
  const { length, ip } = await ask(`${'1,'.repeat(7000)}${proxied}`);
  expect(length).toBeLessThan(1000);
  expect(ip).toBe('203.0.113.7');
  expect((await ask(`${'1'.repeat(14_000)}, ${proxied}`)).ip).toBe('203.0.113.7');
  expect((await ask('1'.repeat(14_000))).length).toBe(1000);
  await app.close();
});
