import { describe, expect, it } from 'vitest';
import { joinPieces, writeInPieces } from './write-in-pieces.ts';

const rows = Array.from({ length: 1234 }, (_, number) => ({ number, note: `„${number}“`, none: undefined }));
const report = { country: 'GB', none: undefined, totals: { net: null }, lines: rows, apart: [], days: ['a'] };
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('A report’s bytes', () => {
  it('are those of its JSON, however long its tables are', () => {
    for (const one of [report, {}, { lines: rows.slice(0, 500) }, { lines: rows.slice(0, 501) }])
      expect(decode(joinPieces(writeInPieces(one)))).toBe(JSON.stringify(one));
  });

  it('are refused before they fill the memory, with a message that says what to do', () => {
    let written = 0;
    function* endless() {
      for (;;) {
        written += 1;
        yield 'x'.repeat(1000);
      }
    }
    expect(() => joinPieces(endless(), 10_000)).toThrow(
      'This report is too long. Leave other portfolios out',
    );
    expect(written).toBe(11);
  });
});
