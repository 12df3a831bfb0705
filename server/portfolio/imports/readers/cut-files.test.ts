import { describe, expect, it } from 'vitest';
import type { GenericMapping } from '#contract/ledger/imports.ts';
import { read, readText } from '../../../../tests/support/imports/read-text.ts';

const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
const rows = [1, 2, 3].map(
  (id) => `L${id},R${id},2021-02-10 10:06:3${id},deposit,,currency,XXBT,1.2345${id},0.001,${id}.5`,
);
const mapping: GenericMapping = { date: 'When', inCoin: 'Coin', inAmount: 'Amount', note: 'Note' };
const whole = [header, ...rows].join('\n');

describe('A file that was cut off', () => {
  it('never has a different amount in its last row', async () => {
    const { drafts } = await readText(whole);
    const expected = new Set(drafts);
    const start = whole.lastIndexOf('\n') + 1;
    for (let length = start; length < whole.lastIndexOf(','); length += 1) {
      const cut = await readText(whole.slice(0, length));
      expect(cut.drafts.filter((draft) => !expected.has(draft))).toEqual([]);
      expect(cut.drafts).toHaveLength(2);
      if (length > start) expect(cut.problems).toHaveLength(1);
      if (length > start + 2) expect(cut.problems).toEqual(['4: The file ends in the middle of this row']);
    }
    expect((await readText(whole)).problems).toEqual([]);
  });

  it('may have rows with fewer cells than its header, if other files have them too', async () => {
    const short = rows.map((row) => row.slice(0, row.lastIndexOf(',')));
    expect(await readText([header, ...short].join('\n'))).toMatchObject({ problems: [] });
    expect((await readText([header, ...rows.slice(0, 2), short[2], ''].join('\n'))).drafts).toHaveLength(3);
  });

  it('keeps its other characters if it ends within one', async () => {
    const file = 'When,Coin,Amount,Note\n2021-02-10,BTC,1,Käufe €\nä';
    const bytes = new TextEncoder().encode(file);
    const { drafts } = await read(bytes.subarray(0, -1), { mapping });
    expect(drafts.map(({ note }) => note)).toEqual(['Käufe €']);
    // The only non-ASCII letter of a Latin 1 file may look like the first byte of a UTF-8 character.
    const latin = new Uint8Array([
      ...new TextEncoder().encode('When,Coin,Amount,Note\n2021-02-10,BTC,1,Caf'),
      0xe9,
    ]);
    expect((await read(latin, { mapping })).drafts.map(({ note }) => note)).toEqual(['Café']);
  });
});

describe('A column that occurs twice', () => {
  it('is refused if it has to be read', async () => {
    const file = 'When,Coin,Note,Amount,Amount\n2021-02-10,BTC,,1,2';
    await expect(readText(file, { format: 'generic', mapping })).rejects.toMatchObject({
      name: 'UnreadableFile',
      message: 'The column “amount” occurs twice',
    });
    expect((await readText(file.replace('Amount,Amount', 'Amount,Other'), { mapping })).drafts).toHaveLength(
      1,
    );
  });
});
