import { expect, it } from 'vitest';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { UpstreamError } from '../provider.ts';
import { createOnDemand } from './on-demand.ts';

it('A refusal because a network has used up its calls is not for the others that wait for the same value', async () => {
  const values = createOnDemand<string>({
    clock: { now: () => 0 },
    freshMs: 1000,
    maxEntries: 10,
    maxBytes: 1000,
    sizeOf: () => 1,
  });
  const budget = Promise.withResolvers<void>();
  const loads: string[] = [];
  const app = createBareApp();
  app.get('/', async ({ ip }) => {
    const fetched = await values.get('coin', async () => {
      loads.push(ip);
      await budget.promise;
      if (ip.startsWith('192.')) throw new UpstreamError('over_budget', 'used up');
      return 'value';
    });
    return fetched?.value;
  });
  const from = (remoteAddress: string) => app.inject({ url: '/', remoteAddress });
  const asked = ['192.0.2.1', '192.0.2.2', '198.51.100.1', '198.51.100.2', '203.0.113.1'].map(from);
  await app.inject({ url: '/none' });
  budget.resolve();
  const answers = await Promise.all(asked);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500, 200, 200, 200]);
  expect(loads).toEqual(['192.0.2.1', '198.51.100.1']);
  await app.close();
});
