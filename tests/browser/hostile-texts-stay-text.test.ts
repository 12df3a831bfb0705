import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { Article } from '../../contract/news.ts';
import {
  type SimulatorServer,
  startSimulatorServer,
} from '../../server/market/simulator/server/simulator-server.ts';
import { cleanText, toPlainText } from '../../server/platform/http/clean-text.ts';
import { signIn, signUp } from '../support/accounts/local-inbox.ts';
import { runAdmin } from '../support/accounts/run-admin.ts';
import { callAs } from '../support/accounts/user-page.ts';
import { startAppServer } from '../support/app-server.ts';
import { listHostileTexts } from '../support/hostile-texts.ts';
import { startHostileProvider } from '../support/market/hostile-provider.ts';
import { rssFeed, startFeedServer } from '../support/news/feed-server.ts';
import { type AttackWatch, watchAttacks } from '../support/watch-attacks.ts';
import { openPage } from '../support/watch-page.ts';

const wanted = process.env.HOSTILE_TEXTS;
/** 500 texts take about ten minutes. */
const texts = listHostileTexts(Number(wanted ?? 40));
/** By default only every fourth text is also checked on a page of its own. */
const isOnOwnPage = (index: number) => wanted !== undefined || index % 4 === 0;
/** The number of coins and articles shown at a time. */
const batchSize = 80;
const batches = Array.from({ length: Math.ceil(texts.length / batchSize) }, (_, index) =>
  texts.slice(index * batchSize, (index + 1) * batchSize),
);
const maxTestMs = 30 * 60_000;

let simulator: SimulatorServer;
let dataDir: string;

test.beforeAll(async () => {
  simulator = await startSimulatorServer({});
  dataDir = await mkdtemp(join(tmpdir(), 'altimeter-hostile-'));
});
test.afterAll(async () => {
  await simulator?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A text cut to the length of a field, as the server stores it. */
const shorten = (text: string, maxLength: number) => text.slice(0, maxLength).toWellFormed().trim();

/** Names have no direction controls. */
const toName = (text: string, maxLength: number) =>
  shorten(text.replace(/\p{Bidi_Control}/gu, ''), maxLength);

const listContents = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) => elements.map(({ textContent }) => textContent));

async function open(page: Page, url: string, watch: AttackWatch): Promise<void> {
  await openPage(page, url);
  await watch.inspect();
}

for (const [index, batch] of batches.entries()) {
  test(`texts from the provider and from feeds stay text, batch ${index + 1} @once`, async ({ page }) => {
    test.setTimeout(maxTestMs);
    const provider = await startHostileProvider(simulator, batch);
    const feeds = await startFeedServer();
    const items = batch.map((text, place) => ({
      title: `Story ${place} ${text}`,
      url: `https://news.example/${place}/${encodeURIComponent(text)}`,
      at: Date.now() - (place + 1) * 60_000,
      summary: `Summary ${place} ${text}`,
      tags: [text],
    }));
    feeds.set('/feed', rssFeed(`Feed ${batch[0]}`, items));
    feeds.set('/links', rssFeed(batch[1] ?? '', [{ title: 'Nowhere', url: `javascript:${batch[0]}` }]));
    const server = await startAppServer({
      MARKET_PROVIDER: 'coingecko',
      COINGECKO_BASE_URL: provider.url,
      COINGECKO_CALLS_PER_MINUTE: '10000',
      NEWS_FEEDS: `${feeds.origin}/feed,${feeds.origin}/links`,
      AUTH_RATE_LIMIT: 'off',
    });
    const watch = await watchAttacks(page, server.url);
    try {
      await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
      await open(page, `${server.url}/`, watch);
      for (const [coinId, text] of provider.textOf) {
        const name = cleanText(text, 120) || coinId;
        await expect(page.locator(`tbody a[href="/coin/${coinId}"]`)).toContainText(name);
      }

      const listArticles = async () =>
        ((await (await fetch(`${server.url}/api/news?per_page=100`)).json()) as { data: Article[] }).data;
      await expect.poll(async () => (await listArticles()).length).toBe(batch.length);
      await open(page, `${server.url}/news`, watch);
      const titles = await listContents(page, 'article h2 a');
      expect(titles).toEqual(items.map(({ title }) => `${cut(title)} (opens in a new tab)`));

      for (const [place, [coinId, text]] of [...provider.textOf].entries()) {
        if (!isOnOwnPage(place)) continue;
        await open(page, `${server.url}/coin/${coinId}`, watch);
        expect(await listContents(page, 'h1')).toEqual([cleanText(text, 120) || coinId]);
        const description = toPlainText(text);
        expect(await listContents(page, '#coin-about-text')).toEqual(description ? [description] : []);
      }
      watch.expectNone();
    } finally {
      await server.stop();
      await feeds.close();
      await provider.close();
    }
  });
}

/** A headline as stored by the news. */
function cut(title: string): string {
  return cleanText(toPlainText(title), 200);
}

test('names, portfolio names and notes of users stay text @once', async ({ page }) => {
  test.setTimeout(maxTestMs);
  const server = await startAppServer({
    MARKET_PROVIDER: 'simulated',
    AUTH_RATE_LIMIT: 'off',
    DATA_DIR: dataDir,
  });
  const watch = await watchAttacks(page, server.url);
  try {
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    const email = 'hostile@example.com';
    await signUp(page, server.url, email);
    await signIn(page, server.url, email);
    await runAdmin(dataDir, 'user', 'set-tier', email, 'premium');
    const names = texts.map((text) => toName(text, 60));
    const notes = texts.map((text) => shorten(text, 200));
    for (const name of names) await callAs(page, 'POST', '/api/portfolios', { name });
    for (const note of notes) {
      const alert = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', condition: 'price_above' };
      await callAs(page, 'POST', '/api/alerts', { ...alert, threshold: '99999999', note });
    }

    await open(page, `${server.url}/portfolio`, watch);
    const options = page.getByRole('combobox', { name: 'Portfolio' }).locator('option');
    await expect(options).toHaveCount(names.length + 1);
    expect(await options.evaluateAll((all) => all.map(({ textContent }) => textContent))).toEqual([
      'Main',
      ...names,
    ]);
    await page.getByRole('button', { name: 'Portfolios' }).click();
    const entries = page.getByRole('dialog').getByRole('listitem');
    await expect(entries).toHaveCount(names.length + 1);
    expect(await entries.evaluateAll((all) => all.map(({ textContent }) => textContent))).toEqual([
      'Main',
      ...names,
    ]);
    await watch.inspect();

    await open(page, `${server.url}/alerts`, watch);
    const rows = page.locator('article[data-alert]');
    const older = page.getByRole('button', { name: 'Show older alerts' });
    await expect(rows.first()).toBeVisible();
    while ((await older.count()) > 0) {
      const before = await rows.count();
      await older.click();
      await expect.poll(() => rows.count()).toBeGreaterThan(before);
    }
    await watch.inspect();
    const shown = await rows.evaluateAll((all) => all.map(({ textContent }) => textContent));
    const missing = notes.toReversed().filter((note, place) => !shown[place]?.includes(note));
    expect(missing).toEqual([]);

    for (let place = 0; place < texts.length; place += 2) {
      if (!isOnOwnPage(place / 2)) continue;
      const [firstName = '', lastName = firstName] = texts
        .slice(place, place + 2)
        .map((one) => toName(one, 100));
      await callAs(page, 'PUT', '/api/auth/me', { firstName, lastName });
      await open(page, `${server.url}/account`, watch);
      await expect(page.getByLabel('First name')).toHaveValue(firstName);
      await expect(page.getByLabel('Last name')).toHaveValue(lastName);
      await watch.inspect();
    }
    watch.expectNone();
  } finally {
    await server.stop();
  }
});

test('a text that is interpreted as markup or script is detected @once @long', async ({ page }) => {
  const server = await startAppServer({ MARKET_PROVIDER: 'simulated' });
  const watch = await watchAttacks(page, server.url);
  try {
    await open(page, `${server.url}/about`, watch);
    watch.expectNone();
    await page.evaluate(() => {
      const image = document.createElement('img');
      image.src = 'https://canary.invalid/i.png';
      const link = document.createElement('a');
      link.href = 'javascript:window.hacked=1';
      document.body.append(image, link, document.createElement('x-canary'));
      Reflect.set(window, 'hacked', 1);
    });
    await watch.inspect();
    const wanted = ['script: window', 'element: <img', 'element: <a', 'element: <x-canary', 'policy: '];
    for (const start of wanted)
      await expect.poll(() => watch.findings.some((finding) => finding.startsWith(start)), start).toBe(true);
  } finally {
    await server.stop();
  }
});
