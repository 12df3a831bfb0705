import { expect, type Page } from '@playwright/test';
import {
  isRounded,
  listOtherDollars,
  listShownMoney,
  type ShownMoney,
  settleShownMoney,
} from './shown-money.ts';

/** The currencies that `readMoney` reads besides dollars. */
export const symbolOf = { eur: '€', gbp: '£', btc: 'BTC' } as const;
export type ComparedCurrency = keyof typeof symbolOf;

export interface ConvertedPage {
  readonly path: string;
  readonly code: ComparedCurrency;
  /** Units of the currency per dollar. */
  readonly rate: number;
}

/**
 * Expects the figures of a page to be its figures in dollars times the rate. `mayStay`: figures that have a currency of
 * their own may stay the same.
 */
export async function expectConverted(
  page: Page,
  { path, code, rate }: ConvertedPage,
  dollarFigures: readonly ShownMoney[],
  mayStay: boolean,
): Promise<void> {
  const where = `${path} in ${code}`;
  await expect.poll(async () => (await listShownMoney(page)).length, where).toBe(dollarFigures.length);
  const shown = await settleShownMoney(page);
  const wrong = shown.filter((money, index) => {
    const dollars = dollarFigures[index]!;
    if (money.text === dollars.text) return !mayStay;
    if (money.symbol !== symbolOf[code]) return true;
    // The figures in dollars are rounded too.
    return !isRounded(money, dollars.value * rate, dollars.unit * 0.500001 * rate);
  });
  expect(
    wrong.map((money) => `${money.text} of ${dollarFigures[shown.indexOf(money)]?.text}`),
    where,
  ).toEqual([]);
  if (!mayStay) await expect.poll(() => listOtherDollars(page), where).toEqual([]);
}
