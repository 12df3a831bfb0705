import { expect, it } from 'vitest';
import { createBareApp } from '../../../tests/support/bare-app.ts';

it.each([
  ['/%', '/%25'],
  [`/${'%'.repeat(15_000)}`, `/${'%25'.repeat(999)}`],
  [`/${'%41'.repeat(5000)}?a=%`, `/${'%41'.repeat(333)}?a=%`],
  [`/${'a/'.repeat(7500)}`, `/${'a/'.repeat(499)}a`],
  [`/a?${'%'.repeat(1500)}`, `/a?${'%'.repeat(1500)}`],
])('A path is not read beyond 1,000 characters (%#)', async (url, routed) => {
  const app = createBareApp();
  app.setNotFoundHandler((request) => request.url);
  expect((await app.inject(url)).body).toBe(routed);
  await app.close();
});

it('Broken percent-encoding under /api is refused, however long the path is', async () => {
  const app = createBareApp();
  expect((await app.inject(`/api/${'%'.repeat(7500)}`)).statusCode).toBe(400);
  await app.close();
});
