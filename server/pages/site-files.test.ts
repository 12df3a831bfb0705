import { expect, it } from 'vitest';
import { createBareApp } from '../../tests/support/bare-app.ts';
import { FakeMarket, fakeSnapshot } from '../../tests/support/market/fake-market.ts';
import { registerSiteFiles } from './site-files.ts';

it('The sitemap is composed once per snapshot, however often it is read, and again after a failure', async () => {
  const app = createBareApp();
  const market = new FakeMarket();
  let composed = 0;
  let isFailing = true;
  registerSiteFiles(app, {
    market,
    publicUrl: () => 'https://alti.example',
    security: null,
    listOpenPaths: async () => {
      composed += 1;
      if (isFailing) throw new Error('the build is gone');
      return ['/news'];
    },
  });
  const read = () => app.inject('/sitemap.xml');
  expect((await read()).statusCode).toBe(500);
  isFailing = false;
  const [one, other] = await Promise.all([read(), read()]);
  expect(one.body).toContain('<loc>https://alti.example/news</loc>');
  expect(other.headers.etag).toBe(one.headers.etag);
  expect(composed).toBe(2);
  market.publish(fakeSnapshot({ coins: [] }));
  expect((await read()).body).not.toContain('/coin/');
  expect(composed).toBe(3);
  await app.close();
});
