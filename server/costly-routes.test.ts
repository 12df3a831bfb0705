import { expect, it } from 'vitest';
import { createBareApp } from '../tests/support/bare-app.ts';
import { limitCostlyRoutes } from './costly-routes.ts';
import type { Access } from './platform/module.ts';

it('One network leaves others room to send files, however many accounts it has', async () => {
  const app = createBareApp({}, 1);
  const userOf = ({ headers }: { headers: Record<string, string> }) => ({ id: headers.authorization });
  const gate = { userOf } as unknown as Access['gate'];
  limitCostlyRoutes(app, { gate, sessionGate: gate as unknown as Access['sessionGate'] });
  const received: string[] = [];
  const end = Promise.withResolvers<void>();
  app.post('/api/portfolios/:id/imports', async ({ headers }) => {
    received.push(String(headers.authorization));
    await end.promise;
    return {};
  });
  const send = (address: string, account: string) => {
    const headers = { 'x-forwarded-for': address, authorization: account };
    return app.inject({ method: 'POST', url: '/api/portfolios/p/imports', headers }).then((answer) => answer);
  };
  const many = Array.from({ length: 8 }, (_, index) => send('203.0.113.1', `account ${index}`));
  const other = send('198.51.100.1', 'another');
  await expect.poll(() => received.length).toBe(4);
  expect(received).toEqual(['account 0', 'account 1', 'account 2', 'another']);
  end.resolve();
  const statuses = (await Promise.all([...many, other])).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual(Array(9).fill(200));
  await app.close();
});

it.each(['/api/portfolio', '/api/portfolio/:id', '/api/transactions/:id', '/api/portfolios/:id/holdings'])(
  'One account has at most three requests for %s in progress at a time',
  async (url) => {
    const app = createBareApp();
    const userOf = ({ headers }: { headers: Record<string, string> }) => ({ id: headers.authorization });
    const gate = { userOf } as unknown as Access['gate'];
    limitCostlyRoutes(app, { gate, sessionGate: gate as unknown as Access['sessionGate'] });
    const begun: string[] = [];
    const end = Promise.withResolvers<void>();
    app.get(url, async ({ headers }) => {
      begun.push(String(headers.authorization));
      await end.promise;
      return {};
    });
    const ask = (authorization: string) =>
      app.inject({ url, headers: { authorization } }).then(({ statusCode }) => statusCode);
    const requests = [...Array.from({ length: 8 }, () => ask('many')), ask('one')];
    await expect.poll(() => begun).toEqual(['many', 'many', 'many', 'one']);
    end.resolve();
    expect(await Promise.all(requests)).toEqual(Array(9).fill(200));
    await app.close();
  },
);
