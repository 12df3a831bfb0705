import { expect, type Page, test } from '@playwright/test';
import type { Rates } from '../../../contract/market.ts';
import { serveStillMarket } from '../test-site.ts';
import { openPage } from '../watch-page.ts';

/**
 * Starts a server for the tests of a file that compares pages in several currencies: prices and rates don't change, and
 * users have every feature. `name`: part of its folder's name.
 */
export function serveCurrencies(name: string) {
  const site = serveStillMarket(name, { DEFAULT_TIER: 'premium' });
  const read = async <T>(path: string) => (await (await fetch(site.url + path)).json()) as T;
  const listRates = async () => (await read<Rates>('/api/rates')).rates;
  test.beforeAll(() => expect.poll(async () => (await listRates()).eur ?? 0).toBeGreaterThan(0));
  return {
    site,
    /** Reads from the API. */
    read,
    /** Units of a currency per dollar. */
    rateOf: async (code: string): Promise<number> => (await listRates())[code]!,
    open: (page: Page, path = '/') => openPage(page, site.url + path),
  };
}

/** The button in the foot of the page that opens the choice of a currency. */
export const currencyButton = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: /^Currency: / });
export const currencyDialog = (page: Page) => page.getByRole('dialog', { name: 'Show figures in' });
