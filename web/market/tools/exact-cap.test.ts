import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dollarMoney } from '#web/lib/money/money.ts';

const cap = 2_021_234_567_890;
const row = { id: 'bitcoin', market_cap: 2.02e12 };
const answer = vi.fn(async () => new Response(JSON.stringify([{ id: 'bitcoin', market_cap: cap }])));

/** A cell of the table, with the pointer over it. */
function makeCell() {
  const cell = Object.assign(new EventTarget(), { title: '', matches: () => true });
  const titles: string[] = [];
  cell.addEventListener('pointerover', () => titles.push(cell.title));
  return { cell: cell as unknown as HTMLElement, titles };
}

let showExactCap: typeof import('./exact-cap.ts').showExactCap;
beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('PointerEvent', Event);
  answer.mockClear();
  ({ showExactCap } = await import('./exact-cap.ts'));
});
afterEach(() => vi.unstubAllGlobals());

describe('the exact market cap of a row', () => {
  it('is fetched once for all rows, and shown while the pointer is there', async () => {
    const { cell, titles } = makeCell();
    await showExactCap(cell, row, dollarMoney);
    await showExactCap(cell, row, dollarMoney);
    expect(titles).toEqual(['$2,021,234,567,890', '$2,021,234,567,890']);
    expect(answer).toHaveBeenCalledTimes(1);
  });

  it('is not shown if the market has moved on from the figure in the cell', async () => {
    const { cell } = makeCell();
    cell.title = '$2,020,000,000,000';
    await showExactCap(cell, { ...row, market_cap: 2.01e12 }, dollarMoney);
    expect(cell.title).toBe('');
  });

  it('is taken from the row if the row has it', async () => {
    const { cell } = makeCell();
    await showExactCap(cell, { ...row, exactCap: cap + 1 }, dollarMoney);
    expect(cell.title).toBe('$2,021,234,567,891');
    await showExactCap(cell, { ...row, market_cap: 5 }, { isDollars: false, exactAmount: String });
    expect(cell.title).toBe('5');
    expect(answer).not.toHaveBeenCalled();
  });

  it('is omitted if the request fails', async () => {
    answer.mockRejectedValueOnce(new TypeError('offline'));
    const { cell } = makeCell();
    await showExactCap(cell, row, dollarMoney);
    expect(cell.title).toBe('');
  });
});
