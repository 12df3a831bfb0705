import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { createBareApp } from '../../../../tests/support/bare-app.ts';
import { defaultLoadLimits, shedLoad } from './load-shedder.ts';

it('An answer that waits behind another one of its connection does not count as open', async () => {
  const app = createBareApp();
  shedLoad(app, {
    priorityOf: ({ url }) => (url === '/stream' ? 'last' : 'ordinary'),
    limits: { ...defaultLoadLimits, maxOpen: 1 },
  });
  const { promise: work, resolve: finish } = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  app.get('/stream', async () => work);
  app.get('/things', () => {
    setImmediate(answered.resolve);
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET /stream HTTP/1.1\r\nhost: a\r\n\r\nGET /things HTTP/1.1\r\nhost: a\r\n\r\n');
  await answered.promise;
  const { statusCode } = await app.inject('/things');
  finish();
  client.destroy();
  await app.close();
  expect(statusCode).toBe(200);
});
