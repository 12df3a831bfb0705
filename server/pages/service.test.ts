import { expect, it, onTestFinished } from 'vitest';
import { createBareApp } from '../../tests/support/bare-app.ts';
import { FakeMarket } from '../../tests/support/market/fake-market.ts';
import { FakeRates, fakeRateService } from '../../tests/support/market/fake-rates.ts';
import { siteTexts } from '../../tests/support/site-texts.ts';
import type { PageRenderer } from './page-renderer.ts';
import { createPageService } from './service.ts';

const renderer: PageRenderer = {
  resolvePath: async (path) => path,
  listOpenPaths: async () => [],
  async render({ read }) {
    await read('/api/data');
    const head = { title: 'Coin', description: '', canonical: '/coin' };
    return { status: 200, html: '', head, state: {}, isComplete: true, source: '' } as never;
  },
  listAssets: () => ({ script: '', styles: [], inlineStyles: '', modules: [] }),
  policyFor: () => null,
  finish: async (_path, document) => document,
};

it('A page without its data is rendered again for a network after two seconds, however many others follow', async () => {
  let now = 0;
  let isReduced = true;
  const pages = createPageService({
    renderer,
    read: async () => ({ status: 200, body: '', isReduced }),
    ...{ market: new FakeMarket(), rates: fakeRateService(new FakeRates()), newsVersion: () => '' },
    ...{ site: siteTexts, supportEmail: 'support@example.com', hasLocalInbox: false, hasAds: false },
    publicUrl: () => 'https://alti.example',
    clock: { now: () => now },
  });
  const app = createBareApp();
  onTestFinished(() => app.close());
  app.get('/coin', async () => {
    const { isComplete } = await pages.get('/coin', { currency: 'usd', numbers: 'en' });
    return isComplete;
  });
  const ask = async (network: number) =>
    (await app.inject({ url: '/coin', remoteAddress: `192.0.${network}.1` })).json();
  for (const network of [1, 2, 3]) {
    expect(await ask(network)).toBe(false);
    now += 1000;
  }
  isReduced = false;
  expect(await ask(3)).toBe(false);
  expect(await ask(1)).toBe(true);
});
