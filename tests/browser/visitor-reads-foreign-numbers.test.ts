import { expect, test } from '@playwright/test';
import { settleShownMoney } from '../support/market/shown-money.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { openPage, watchPage } from '../support/watch-page.ts';

const server = serveStillMarket('numbers');

const price = '[data-part="coin-head"] [data-part="price"]';
const row = '[data-list="market"] tbody tr:not([data-ad-place])';

for (const [locale, written, tag] of [
  ['de-DE', /^\d{2,3}\.\d{3},\d\d\u00a0\$$/, ''],
  ['nl-NL', /^\$\d{2,3}\.\d{3},\d\d$/, ' @long'],
  ['fr-FR', /^\d{2,3}\u202f\d{3},\d\d\u00a0\$$/, ' @long'],
  ['en-GB', /^\$\d{2,3},\d{3}\.\d\d$/, ' @long'],
] as const) {
  test.describe(`a reader of ${locale}`, () => {
    test.use({ locale });

    test(`sees numbers in their own notation from the first HTML on, ${locale} @once${tag}`, async ({
      page,
      browser,
    }) => {
      const watched = watchPage(page);
      const reader = await browser.newContext({ locale, javaScriptEnabled: false });
      const served = await reader.newPage();
      for (const [path, place] of [
        ['/coin/bitcoin', price],
        ['/', `${row} >> nth=0`],
      ] as const) {
        await served.goto(server.url + path);
        const before = await served.locator(place).first().textContent();
        await openPage(page, server.url + path);
        await settleShownMoney(page);
        await expect(page.locator(place).first()).toHaveText(before!);
        if (place === price) expect(before).toMatch(written);
      }
      await reader.close();
      watched.expectNoProblems();
    });
  });
}
