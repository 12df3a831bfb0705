import { describe, expect, it } from 'vitest';
import { readFirstRows } from './first-rows.ts';

const rowsOf = (bytes: Uint8Array<ArrayBuffer>) => readFirstRows(new File([bytes], 'a.csv'));
const text = 'Währung;Menge\nBTC;0,5';

describe('The first rows of a file', () => {
  it('are decoded as the server decodes them, so that a column keeps its name', async () => {
    const rows = [
      ['Währung', 'Menge'],
      ['BTC', '0,5'],
    ];
    expect(await rowsOf(Uint8Array.from(Buffer.from(text)))).toEqual(rows);
    expect(await rowsOf(Uint8Array.from(Buffer.from(text, 'latin1')))).toEqual(rows);
    expect(await rowsOf(Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le')))).toEqual(rows);
  });

  it('are none of a file that is no text', async () => {
    expect(await rowsOf(Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0]))).toEqual([]);
  });
});
