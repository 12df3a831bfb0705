import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Holding } from '#contract/portfolio.ts';
import { unguard, writeCsv } from '../csv.ts';
import { valueHoldings } from '../valuation/performance.ts';
import { writeHoldingsCsv } from './holdings-csv.ts';

/** Reads CSV character by character as in RFC 4180, and fails on anything else. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < csv.length) {
    let cell = '';
    if (csv[at] === '"') {
      at += 1;
      while (csv[at] !== '"' || csv[at + 1] === '"') {
        if (at >= csv.length) throw new Error('an open quote');
        cell += csv[at];
        at += csv[at] === '"' ? 2 : 1;
      }
      at += 1;
    } else {
      while (at < csv.length && csv[at] !== ',' && !csv.startsWith('\r\n', at)) {
        if (/["\r\n]/.test(csv[at]!)) throw new Error('a bare quote or break');
        cell += csv[at++];
      }
    }
    cells.push(cell);
    if (csv[at] === ',') at += 1;
    else if (csv.startsWith('\r\n', at)) {
      at += 2;
      rows.push(cells);
      cells = [];
    } else throw new Error(`what comes after a cell: ${csv.slice(at, at + 5)}`);
  }
  if (cells.length > 0) throw new Error('no end of the last row');
  return rows;
}

const formulaStarts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', '\0'];
const odd = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.constantFrom(...formulaStarts, '"', ',', ';', "'", 'é', '1')).map((parts) => parts.join('')),
);
const isFormula = (cell: string) => formulaStarts.includes(cell[0] ?? '');

describe('CSV', () => {
  it('escapes what a spreadsheet would evaluate, and leaves numbers unchanged', () => {
    const guarded = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1', '\0=', 'a=b', "'x", ''].map(
      (text) => ({
        text,
      }),
    );
    expect(writeCsv([[...guarded, { decimal: '-1.5' }, null]])).toBe(
      `'=1+1,'+1,'-1,'@SUM(A1),'\tx,"'\rx",'＝1,'\0=,a=b,'x,,-1.5,\r\n`,
    );
  });

  it('has no formula for a spreadsheet that separates cells with semicolons or tabs', () => {
    const texts = ['x;=1+1', 'x;"=1+1', ';@SUM(A1)', 'x;\t-1', 'a\n+1', "x;'=1", 'x; =1', 'a;b', 'a=b'];
    const csv = writeCsv([texts.map((text) => ({ text }))]);
    expect(csv).toBe(`"x;'=1+1","x;""'=1+1",";'@SUM(A1)","x;\t'-1","a\n'+1","x;''=1","x; =1","a;b",a=b\r\n`);
  });

  it('is read back unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.array(odd, { minLength: 2, maxLength: 5 }), { maxLength: 6 }), (rows) => {
        const read = readCsv(writeCsv(rows.map((cells) => cells.map((text) => ({ text })))));
        expect(read.flat().filter(isFormula)).toEqual([]);
        expect(read.map((cells) => cells.map(unguard))).toEqual(rows);
      }),
    );
  });
});

describe('holdings as CSV', () => {
  const digits = fc.stringMatching(/^[1-9][0-9]{0,11}\.[0-9]{1,18}$/);
  const holdings = fc.array(
    fc.record({
      symbol: odd,
      name: odd,
      amount: digits,
      purchasePrice: fc.option(digits),
      price: fc.option(fc.double({ min: 1e-9, max: 1e6, noNaN: true })),
    }),
    { maxLength: 8 },
  );

  it('contain exactly what was entered, and the computed values', () => {
    fc.assert(
      fc.property(holdings, (drawn) => {
        const kept = drawn.map(
          ({ price: _, ...one }, index): Holding => ({
            id: `h${index}`,
            portfolioId: 'p',
            coinId: `coin-${index}`,
            createdAt: '2026-01-01T00:00:00.000Z',
            ...one,
          }),
        );
        const asOf = Date.UTC(2026, 0, 2);
        const prices = new Map(
          drawn.map(({ price }, index) => [
            `coin-${index}`,
            {
              price,
              change24h: null,
              state: price === null ? 'gone' : 'live',
              asOf: price === null ? null : asOf,
            } as const,
          ]),
        );
        const performance = valueHoldings(kept, prices);
        const csv = writeHoldingsCsv({
          portfolioId: 'p',
          source: 'coingecko',
          state: 'live',
          asOf: null,
          ...performance,
        });
        const [header, ...rows] = readCsv(csv);
        const read = rows.map((cells) =>
          Object.fromEntries(cells.map((cell, index) => [header![index], cell])),
        );
        expect(rows.every(({ length }) => length === header!.length)).toBe(true);
        expect(read.map((row) => [row.coin_id, row.amount, row.purchase_price_usd])).toEqual(
          performance.holdings.map((one) => [one.coinId, one.amount, one.purchasePrice ?? '']),
        );
        read.forEach((row, index) => {
          const one = performance.holdings[index]!;
          expect(unguard(row.name!)).toBe(one.name);
          expect(unguard(row.symbol!)).toBe(one.symbol);
          expect(row.value_usd).toBe(one.value ?? '');
          expect(row.pnl_usd).toBe(one.hasCost ? (one.pnl ?? '') : '');
          expect(row.price_time).toBe(one.priceAsOf ?? '');
        });
      }),
    );
  });
});
