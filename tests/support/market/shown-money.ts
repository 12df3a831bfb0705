import { expect, type Page } from '@playwright/test';

/** Money as a page shows it. */
export interface ShownMoney {
  /** Such as `$62,712.34` or `BTC 0.99998921`. */
  readonly text: string;
  /** Such as `$`, `€` or `BTC`. */
  readonly symbol: string;
  readonly value: number;
  /** The unit of its last digit. */
  readonly unit: number;
}

/**
 * All money in a page's header and content, in order. Not in charts, whose axes have round figures, and not in the
 * operator's claims, which are plain text.
 */
export async function listShownMoney(page: Page): Promise<ShownMoney[]> {
  const texts = await page.evaluate(() => {
    const skipped =
      'script, style, [data-part="plot"], .visuallyHidden, footer, [data-part="claims"], [data-part="chart"] table';
    const found: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(skipped)) continue;
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      if (own.length > 0) found.push(own.map(({ textContent }) => textContent).join(''));
    }
    return found;
  });
  return texts.flatMap(readMoney);
}

/** Texts with a dollar sign that `listShownMoney` leaves out: charts and their tables, tooltips, names for screen readers. */
export function listOtherDollars(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const skipped = 'script, style, footer, [data-part="claims"]';
    const attributes = ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'alt', 'placeholder'];
    const texts = [document.title];
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(skipped)) continue;
      for (const name of attributes) texts.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '');
    }
    return texts.filter((text) => text.includes('$'));
  });
}

/** Waits until nothing is loading and no figure changes, and returns all money on the page. */
export async function settleShownMoney(page: Page): Promise<ShownMoney[]> {
  let shown: ShownMoney[] = [];
  let sameReadings = 0;
  await expect
    .poll(
      async () => {
        const before = shown;
        const isBusy =
          (await page.locator('[aria-busy="true"], [role="status"]:has-text("Loading")').count()) > 0;
        shown = await listShownMoney(page);
        sameReadings = !isBusy && JSON.stringify(before) === JSON.stringify(shown) ? sameReadings + 1 : 0;
        return sameReadings;
      },
      { intervals: [250] },
    )
    .toBeGreaterThanOrEqual(3);
  return shown;
}

/** All money in a text. */
export function readMoney(text: string): ShownMoney[] {
  const found = text.matchAll(/([+-]?)([$€£]|BTC\u00a0)([\d,]*\d(?:\.\d+)?)([₀-₉]*)(\d*)([KMBT]?)(?![\w])/g);
  return [...found].map(([whole, sign, symbol = '', start = '', zeros = '', rest = '', letter = '']) => {
    const count = [...zeros].map((digit) => digit.charCodeAt(0) - 0x2080).join('');
    const plain = start.replaceAll(',', '') + '0'.repeat(Math.max(0, Number(count) - 1)) + rest;
    const scale = { '': 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 }[letter] ?? Number.NaN;
    const places = plain.split('.')[1]?.length ?? 0;
    return {
      text: whole,
      symbol: symbol.trim(),
      value: Number(`${sign}${plain}`) * scale,
      unit: 10 ** -places * scale,
    };
  });
}

/** Whether a figure equals an exact value to within half a unit of its last digit. */
export function isRounded({ value, unit }: ShownMoney, exact: number, slack = 0): boolean {
  return Math.abs(value - exact) <= unit * 0.500001 + slack + Math.abs(exact) * 1e-12;
}
