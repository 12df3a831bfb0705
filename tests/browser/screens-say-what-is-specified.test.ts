import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { Coin } from '../../contract/market.ts';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs } from '../support/accounts/user-page.ts';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import { type FeedServer, rssFeed, startFeedServer } from '../support/news/feed-server.ts';
import { type Scene, sentences } from '../support/sentences.ts';
import { openPage } from '../support/watch-page.ts';

let feeds: FeedServer;
let server: ChildServer;
let dataDir: string;
let number = 0;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'altimeter-sentences-'));
  feeds = await startFeedServer();
  const title = 'Ethereum clients agree on the scope of their next upgrade';
  feeds.set('/', rssFeed('Chain Weekly', [{ title, url: 'https://news.example/1', at: Date.now() }]));
  server = await startAppServer({
    MARKET_PROVIDER: 'simulated',
    AUTH_RATE_LIMIT: 'off',
    DATA_DIR: dataDir,
    NEWS_FEEDS: feeds.origin,
    // The default site file names no social accounts. The example is the default with some added.
    SITE_FILE: join(import.meta.dirname, '../../docs/site-file.example.json'),
  });
  await expect.poll(async () => (await (await fetch(`${server.url}/api/news`)).json()).data.length).toBe(1);
});
test.afterAll(async () => {
  await server?.stop();
  await feeds?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const open = (page: Page, path: string) => openPage(page, server.url + path);
const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).first().click();
const newEmail = () => `ida.${++number}@example.com`;

/** Expects every sentence of a scene on the current page, as text or as a field's label. */
async function expectScene(page: Page, scene: Scene): Promise<void> {
  for (const sentence of sentences[scene]) {
    const exact = new RegExp(sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const found = page.getByText(exact).or(page.getByPlaceholder(exact)).or(page.getByLabel(exact));
    await expect(found.filter({ visible: true }).first(), `${scene}: ${sentence}`).toBeVisible();
  }
}

/** Makes calls fail until `end`. */
async function fail(page: Page, path: RegExp, methods?: readonly string[]) {
  const handler: Parameters<Page['route']>[1] = (route) =>
    methods && !methods.includes(route.request().method())
      ? route.fallback()
      : route.fulfill({ status: 500, json: {} });
  await page.route(path, handler);
  return { end: () => page.unroute(path, handler) };
}

/** Goes to the news from another page, so that the browser fetches them. */
async function goToNews(page: Page): Promise<void> {
  await open(page, '/about');
  await page.getByRole('link', { name: 'News', exact: true }).first().click();
}

async function listCoins(count: number): Promise<Coin[]> {
  return (await (await fetch(`${server.url}/api/cryptocurrencies?per_page=${count}`)).json()) as Coin[];
}

const star = (page: Page, name: string) =>
  main(page).getByRole('button', { name: new RegExp(`^(Add ${name} to|Remove ${name} from) watchlist$`) });

type Walk = (page: Page, at: (scene: Scene) => Promise<void>) => Promise<void>;

const walks: Readonly<Record<string, { readonly scenes: readonly Scene[]; readonly walk: Walk }>> = {
  'the market and its coins': {
    scenes: [
      'shell',
      'market, ads',
      'market',
      'star of a visitor',
      'coin',
      'coin, its chart failing',
      'coin, failing',
    ],
    walk: async (page, at) => {
      await open(page, '/');
      await at('shell');
      await main(page).locator('[data-list="market"] tbody tr').nth(20).scrollIntoViewIfNeeded();
      await at('market, ads');
      await page.locator('[data-part="overview"]').scrollIntoViewIfNeeded();
      await at('market');
      await star(page, 'Bitcoin').click();
      await at('star of a visitor');
      await open(page, '/coin/bitcoin');
      await at('coin');
      await fail(page, /history\?days=1&/);
      await press(page, /^24H$/);
      await at('coin, its chart failing');
      await fail(page, /cryptocurrencies\/ethereum$/);
      await open(page, '/');
      await main(page).locator('a[href="/coin/ethereum"]').first().click();
      await at('coin, failing');
    },
  },
  'a market that fails': {
    scenes: ['market, nothing trending', 'market, failing'],
    walk: async (page, at) => {
      await page.route(/\/api\/trending/, (route) => route.fulfill({ json: { coins: [] } }));
      await open(page, '/signin');
      await page.getByRole('banner').getByRole('link', { name: 'Altimeter' }).click();
      await at('market, nothing trending');
      const empty = await startAppServer({
        MARKET_PROVIDER: 'coingecko',
        COINGECKO_BASE_URL: 'http://127.0.0.1:1/api/v3',
        LOG_LEVEL: 'silent',
      });
      try {
        await page.goto(empty.url);
        await at('market, failing');
      } finally {
        await empty.stop();
      }
    },
  },
  'the watchlist': {
    scenes: [
      'watchlist, empty',
      'coin added',
      'watchlist, full',
      'coin not removed',
      'coin removed',
      'coin not added',
      'limit of the watchlist',
      'limit on the coin page',
    ],
    walk: async (page, at) => {
      await signUp(page, server.url, newEmail());
      await open(page, '/watchlist');
      await at('watchlist, empty');
      await open(page, '/');
      await star(page, 'Bitcoin').click();
      await at('coin added');
      const refusal = await fail(page, /\/api\/watchlist/, ['POST', 'DELETE']);
      await star(page, 'Bitcoin').click();
      await at('coin not removed');
      await star(page, 'Ethereum').click();
      await at('coin not added');
      await refusal.end();
      await open(page, '/watchlist');
      await at('watchlist, full');
      await press(page, /^Remove Bitcoin/);
      await at('coin removed');

      const coins = await listCoins(11);
      for (const { id, symbol, name } of coins.slice(0, 10))
        await callAs(page, 'POST', '/api/watchlist', { coinId: id, symbol, name });
      const eleventh = coins[10]!;
      await open(page, '/');
      await star(page, eleventh.name).click();
      await at('limit of the watchlist');
      await open(page, `/coin/${eleventh.id}`);
      await press(page, 'Add to Watchlist');
      await at('limit on the coin page');
    },
  },
  'the portfolio': {
    scenes: [
      'portfolio, empty',
      'position, nothing filled in',
      'position, no number',
      'position not added',
      'position being added',
      'position added',
      'position not deleted',
      'position deleted',
    ],
    walk: async (page, at) => {
      await signUp(page, server.url, newEmail());
      await open(page, '/portfolio');
      await at('portfolio, empty');
      await press(page, 'Add Position');
      const dialog = page.getByRole('dialog', { name: 'Add Position' });
      const submit = dialog.getByRole('button', { name: /^Add(?:ing| Position)/ });
      await submit.click();
      await at('position, nothing filled in');
      await dialog.getByRole('combobox', { name: 'Cryptocurrency' }).fill('bitcoin');
      await dialog.getByRole('option', { name: 'Bitcoin' }).first().click();
      await dialog.getByLabel('Amount').fill('-1');
      await submit.click();
      await at('position, no number');
      await dialog.getByLabel('Amount').fill('1');
      const refusal = await fail(page, /\/api\/portfolio/, ['POST', 'DELETE']);
      await submit.click();
      await at('position not added');
      await refusal.end();
      let answer = () => {};
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(/\/api\/portfolio$/, async (route) => {
        await isAnswered;
        await route.continue();
      });
      await submit.click();
      await at('position being added');
      answer();
      await at('position added');
      const failingDeletion = await fail(page, /\/api\/portfolio/, ['DELETE']);
      await page.locator('[data-coin="bitcoin"]').getByRole('button', { expanded: false }).click();
      await press(page, /^Delete/);
      await at('position not deleted');
      await failingDeletion.end();
      await press(page, /^Delete/);
      await at('position deleted');
    },
  },
  'the news': {
    scenes: ['news', 'news, no match', 'news, none', 'news, failing'],
    walk: async (page, at) => {
      await open(page, '/news');
      await at('news');
      await open(page, '/news?topic=Nothing');
      await at('news, no match');
      await page.route('**/api/news', (route) => route.fulfill({ json: { data: [] } }));
      await page.route('**/api/news/trending-topics', (route) => route.fulfill({ json: [] }));
      await goToNews(page);
      await at('news, none');
      await page.unrouteAll();
      await fail(page, /\/api\/news/);
      await goToNews(page);
      await at('news, failing');
    },
  },
  'the lessons': {
    scenes: ['learn', 'lesson', 'last lesson', 'module completed'],
    walk: async (page, at) => {
      await open(page, '/learn');
      await at('learn');
      await press(page, 'Start Learning: Cryptocurrency Basics');
      const lesson = page.getByRole('dialog');
      const answer = async () => {
        await lesson.getByRole('radio').first().check();
        await lesson.getByRole('button', { name: 'Submit Answer' }).click();
      };
      await at('lesson');
      for (let place = 1; place < 5; place += 1) {
        await answer();
        await lesson.getByRole('button', { name: 'Next Lesson' }).click();
      }
      await answer();
      await at('last lesson');
      await lesson.getByRole('button', { name: 'Complete Module' }).click();
      await at('module completed');
    },
  },
  'the plans': {
    scenes: [
      'pricing',
      'pricing, by year',
      'pricing, signed in',
      'subscribe, no such plan',
      'subscribe',
      'subscribe, without keys',
    ],
    walk: async (page, at) => {
      await open(page, '/pricing');
      await at('pricing');
      await main(page).getByText('Yearly', { exact: true }).click();
      await at('pricing, by year');
      await signUp(page, server.url, newEmail());
      await open(page, '/pricing');
      await at('pricing, signed in');
      await open(page, '/subscribe?plan=gold');
      await at('subscribe, no such plan');
      await open(page, '/subscribe?plan=pro');
      await at('subscribe');
      await press(page, /\$9\.99/);
      await at('subscribe, without keys');
    },
  },
  'sign-up and sign-in': {
    scenes: [
      'sign-up',
      'sign-up, unreachable',
      'sign-up, failing without a reason',
      'sign-in',
      'sign-in, unreachable',
      'sign-in, failing without a reason',
      'forgotten password, code sent',
    ],
    walk: async (page, at) => {
      const unreachable: Parameters<Page['route']>[1] = (route) => route.abort();
      const emptyError: Parameters<Page['route']>[1] = (route) =>
        route.fulfill({ status: 502, body: '<html>' });
      await open(page, '/signup');
      await at('sign-up');
      await page.getByLabel('First name').fill('Ida');
      await page.getByLabel('Last name').fill('Lindt');
      await page.getByLabel('Email address').fill(newEmail());
      await page.route('**/api/auth/signup', unreachable);
      await press(page, 'Sign Up');
      await at('sign-up, unreachable');
      await page.route('**/api/auth/signup', emptyError);
      await press(page, 'Sign Up');
      await expect(page.getByRole('alert')).toHaveText('Sign up failed');
      await at('sign-up, failing without a reason');
      await open(page, '/signin');
      await at('sign-in');
      await page.getByLabel('Email address').fill(newEmail());
      await page.route('**/api/auth/signin', unreachable);
      await press(page, 'Send code');
      await at('sign-in, unreachable');
      await page.route('**/api/auth/signin', emptyError);
      await press(page, 'Send code');
      await expect(page.getByRole('alert')).toHaveText('Sign in failed');
      await at('sign-in, failing without a reason');
      await page.unrouteAll();
      await open(page, '/forgot-password');
      await page.getByLabel('Email address').fill(newEmail());
      await press(page, 'Send code');
      await at('forgotten password, code sent');
    },
  },
  'the other pages': {
    scenes: [
      'about',
      'contact',
      'message sent',
      'privacy',
      'terms',
      'blog',
      '404',
      'lead not sent',
      'lead sent',
    ],
    walk: async (page, at) => {
      for (const scene of ['about', 'privacy', 'terms', 'blog', '404', 'contact'] as const) {
        await open(page, `/${scene}`);
        await at(scene);
      }
      await page.getByLabel('Full name').fill('Ida Lindt');
      await page.getByLabel('Email address').fill(newEmail());
      await page.getByLabel('Subject').fill('A question');
      await page.getByLabel('Message', { exact: true }).fill('What is a stale price?');
      await press(page, 'Send Message');
      await at('message sent');
      await open(page, '/');
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      const block = page.getByRole('region', { name: 'Take a guide with you' });
      await block.getByLabel('Email address').fill(newEmail());
      const refusal = await fail(page, /\/api\/leads/);
      await block.getByRole('button', { name: 'Send Me the Guide' }).click();
      await at('lead not sent');
      await refusal.end();
      await block.getByRole('button', { name: 'Send Me the Guide' }).click();
      await at('lead sent');
    },
  },
};

test('every sentence of the table is expected on a screen @once', () => {
  const visited = Object.values(walks).flatMap(({ scenes }) => scenes);
  expect(visited.toSorted()).toEqual(Object.keys(sentences).toSorted());
});

for (const [name, { scenes, walk }] of Object.entries(walks)) {
  test(`the specified texts are shown: ${name} @once`, async ({ page }) => {
    test.setTimeout(120_000);
    const seen: Scene[] = [];
    await walk(page, async (scene) => {
      await expectScene(page, scene);
      seen.push(scene);
    });
    expect(seen.toSorted()).toEqual(scenes.toSorted());
  });
}
