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

function serve() {
  const state = { now: 0, isReduced: true, reads: 0, renderMs: 0 };
  const pages = createPageService({
    renderer,
    async read() {
      state.reads += 1;
      state.now += state.renderMs;
      return { status: 200, body: '', isReduced: state.isReduced };
    },
    ...{ market: new FakeMarket(), rates: fakeRateService(new FakeRates()), newsVersion: () => '' },
    ...{ site: siteTexts, supportEmail: 'support@example.com', hasLocalInbox: false, hasAds: false },
    publicUrl: () => 'https://alti.example',
    clock: { now: () => state.now },
  });
  const app = createBareApp();
  onTestFinished(() => app.close());
  app.get('/coin', async () => (await pages.get('/coin', { currency: 'usd', numbers: 'en' })).isComplete);
  const ask = async (network: number) =>
    (await app.inject({ url: '/coin', remoteAddress: `192.0.${network}.1` })).json() as boolean;
  return { state, ask };
}

it('A page without its data is rendered again for a network after two seconds, however many others follow', async () => {
  const { state, ask } = serve();
  for (const network of [1, 2, 3]) {
    expect(await ask(network)).toBe(false);
    state.now += 1000;
  }
  state.isReduced = false;
  expect(await ask(3)).toBe(false);
  expect(await ask(1)).toBe(true);
});

it('A page that nobody gets with its data is rendered four times in two seconds, however many ask', async () => {
  const { state, ask } = serve();
  await Promise.all(Array.from({ length: 100 }, (_, network) => ask(network)));
  expect(state.reads).toBe(4);
  state.isReduced = false;
  state.now += 2000;
  expect(await ask(200)).toBe(true);
});

it('A request waits for four renderings of a page without its data at most, however slow they are', async () => {
  const { state, ask } = serve();
  state.renderMs = 1500;
  await Promise.all(Array.from({ length: 100 }, (_, network) => ask(network)));
  expect(state.reads).toBe(4);
});
