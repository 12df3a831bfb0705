import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { read, readText } from '../../../../tests/support/imports/read-text.ts';
import { writeXlsx, writeZip } from '../../../../tests/support/imports/write-xlsx.ts';

const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
const row = (index: number) => `L${index},R${index},2021-02-10 10:06:39,deposit,,currency,XXBT,1,0,1`;
const file = (...rows: string[]) => [header, ...rows].join('\n');

describe('A file that can’t be read', () => {
  it.each<[name: string, content: string | Uint8Array, expected: Record<string, unknown>]>([
    ['nothing in it', '', { reason: 'unreadable', message: 'The file is empty' }],
    [
      'more than 20 MB',
      new Uint8Array(20 * 1024 * 1024 + 1).fill(97),
      { reason: 'too_large', message: 'The file is larger than 20 MB' },
    ],
    [
      'a quote that never closes',
      file(row(1), 'L2,"R2,2021-02-10 10:06:39', ...Array.from({ length: 5000 }, (_, index) => row(index))),
      { line: 3, message: 'The quote that opens in line 3 is never closed' },
    ],
    [
      'a quoted cell that goes on after its quotes, up to a quote in a later row',
      file('L1,"R1" x,2021-02-10 10:06:39', row(2), 'L3,"R3",2021-02-10 10:06:39'),
      { line: 2, message: 'The quote that opens in line 2 is never closed' },
    ],
    [
      'a line of 10 MB',
      file(row(1), 'x'.repeat(10_000_000)),
      { line: 3, message: 'Line 3 is longer than a million characters' },
    ],
    [
      'a NUL byte',
      file(row(1), 'L2,\0'),
      { line: 3, message: 'Line 3 has a NUL character: this is not a text file' },
    ],
    [
      'a NUL character in JSON',
      '{"activities": [{"date": "2021-01-01"}, {"date": "2021-01-01\\u0000"}]}',
      { line: 2, message: 'Line 2 has a NUL character' },
    ],
    [
      'a NUL character in a spreadsheet',
      writeXlsx([['Symbol'], ['BTC'], ['B\0']]),
      { line: 3, message: 'Line 3 has a NUL character' },
    ],
    ['columns of no known format', 'a,b,c\n1,2,3', { reason: 'unknown_format', columns: ['a', 'b', 'c'] }],
    [
      'JSON that ends early',
      '{"activities": [\n{"date": 1},\n{',
      { message: expect.stringContaining('JSON') },
    ],
    [
      'JSON of more values than a parser can take',
      `{"activities": [${'{},'.repeat(900_000)}{}]}`,
      { reason: 'too_many_rows', message: 'The file has more values than 100,000 rows can have' },
    ],
    ['JSON without transactions', '{"a": 1, "b": 2}', { reason: 'unknown_format', columns: ['a', 'b'] }],
    ['deep JSON', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, { name: 'UnreadableFile' }],
    [
      'an old spreadsheet',
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]),
      { message: expect.stringContaining('.xlsx') },
    ],
    [
      'a damaged archive',
      new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0]),
      { message: expect.stringContaining('damaged') },
    ],
    ['a PDF', '%PDF-1.7\n1 0 obj', { reason: 'unreadable', message: expect.stringContaining('a PDF') }],
    [
      'an archive of files',
      writeZip([{ name: 'trades.csv', packed: deflateRawSync(Buffer.from('a,b')), size: 3 }]),
      { reason: 'unreadable', message: expect.stringContaining('unpack it') },
    ],
    ['many columns', `${'a,'.repeat(3000)}\n`, { line: 1, message: 'Line 1 has more than 2,000 columns' }],
  ])('is refused with the reason: %s', async (_name, content, expected) => {
    await expect(read(content)).rejects.toMatchObject(expected);
  });

  it('is refused with 100,001 rows, and read with 100,000', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => row(index));
    expect((await read([header, ...rows].join('\n'))).drafts).toHaveLength(100_000);
    await expect(read([header, ...rows, row(100_000)].join('\n'))).rejects.toMatchObject({
      reason: 'too_many_rows',
      line: 100_002,
    });
    await expect(read([header, ...rows, ...rows].join('\n'))).rejects.toMatchObject({
      reason: 'too_many_rows',
    });
  });

  it('is not read in a format other than the one requested', async () => {
    await expect(read(file(row(1)), { format: 'coinbase' })).rejects.toMatchObject({
      reason: 'unknown_format',
      message: 'These are not the columns of a file from Coinbase',
      columns: header.split(','),
    });
  });

  it.each([
    ['Datum\tMenge\n05.03.2024\t-0,5 BTC', ['Datum', 'Menge']],
    ['Datum;Menge;Preis\n05.03.2024;0,5;100,25\n06.03.2024;1,5;200,25', ['Datum', 'Menge', 'Preis']],
    ['Datum;Menge;Notiz\n05.03.2024;0,5;a, b, c, d, e\n06.03.2024;1;f', ['Datum', 'Menge', 'Notiz']],
    ['Kontoauszug\n\nDatum;Menge;Preis\n05.03.2024;0,5;100,25\n06.03.2024;1,5;', ['Datum', 'Menge', 'Preis']],
    ['When,Note\n2024-03-05,a;b;c;d\n2024-03-06,e', ['When', 'Note']],
  ])(
    'of no known format is named with its columns, not split at decimal commas: %j',
    async (text, columns) => {
      await expect(read(text)).rejects.toMatchObject({ reason: 'unknown_format', columns });
    },
  );

  it('is detected by its columns, whatever its name', async () => {
    expect((await readText(file(row(1)), { fileName: 'coinbase.csv' })).file).toBe('kraken ledgers');
  });
});

describe('A row that can’t be read', () => {
  it('is reported with its line and text, and others are read', async () => {
    const { drafts, problems } = await read(
      file(
        row(1),
        'L2,R2,yesterday,deposit,,currency,XXBT,1,0,1',
        'L3,R3,2021-02-10 10:06:39,deposit,,currency,XXBT,one,0,1',
        '',
        row(4),
      ),
    );
    expect(drafts.map(({ lines }) => lines)).toEqual([[2], [6]]);
    expect(problems).toEqual([
      { line: 3, message: '“yesterday” is not a date', text: 'L2,R2,yesterday,deposit,,currency,XXBT,1,0,1' },
      {
        line: 4,
        message: '“one” is not a number',
        text: 'L3,R3,2021-02-10 10:06:39,deposit,,currency,XXBT,one,0,1',
      },
    ]);
  });

  it('keeps its line number below quoted line breaks', async () => {
    const { drafts } = await readText(
      file('L1,"R\n\n1",2021-02-10 10:06:39,deposit,,currency,XXBT,1,0,1', row(2)),
    );
    expect(drafts.map((text) => text.split(':')[0])).toEqual(['2', '5']);
  });

  it('is listed up to a thousand times, and only counted beyond', async () => {
    const { problems } = await read(
      file(...Array.from({ length: 1500 }, (_, index) => row(index).replace('XXBT,1', 'XXBT,x'))),
    );
    expect(problems).toHaveLength(1001);
    expect(problems.at(-1)).toEqual({ line: null, message: '500 more problems are not listed', text: null });
  });
});

describe('The encodings of a file', () => {
  const text = 'Symbol,Type,Quantity,Price,Value,Fees,Date\nBTC,Buy,1,€1,€10.00,€0.24,2020-05-05 10:00:00';
  it.each<[string, Uint8Array]>([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${text}`)],
    ['UTF-16, little-endian', new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
    ['UTF-16, big-endian', new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())],
    ['UTF-16 without a byte order mark', new Uint8Array(Buffer.from(text, 'utf16le'))],
    ['windows-1252', new Uint8Array(Buffer.from(text.replaceAll('€', '\x80'), 'latin1'))],
  ])('are detected: %s', async (_name, bytes) => {
    expect((await readText(bytes)).drafts).toEqual([
      '2: 2020-05-05 10:00:00 buy +1 BTC -10 EUR fee 0.24 EUR',
    ]);
  });
});

describe('A spreadsheet', () => {
  const cells = [
    ['Transaction report', '', '', '', '', '', ''],
    ['Symbol', 'Type', 'Quantity', 'Price', 'Value', 'Fees', 'Date'],
    ['BTC', 'Buy', { n: '1.66779E-3' }, '€1', '€10.00', '€0.24', { date: '44256.5' }],
    ['BTC', 'Buy', { f: '1+1', v: '2' }, '€1', '€10.00', '€0.24', { date: '44256' }],
    ['BTC', 'Buy', { f: '1+1' }, '€1', '€10.00', '€0.24', { date: '44256' }],
  ];

  it('is read with all digits, dates without a zone, and the last results of formulas', async () => {
    const bytes = writeXlsx(cells);
    const { file: found, drafts, problems } = await readText(bytes, { timeZone: 'Europe/Berlin' });
    expect(found).toBe('revolut crypto');
    expect(drafts).toEqual([
      '3: 2021-03-01 11:00:00 buy +0.00166779 BTC -10 EUR fee 0.24 EUR',
      '4: 2021-02-28 buy +2 BTC -10 EUR fee 0.24 EUR',
    ]);
    expect(problems).toEqual(['5: “quantity” is empty']);
  });

  it.each([
    ['12,5', '1.234'],
    ['0,5', '123.456'],
    ['12,5', '1.25'],
  ])('reads the comma in the text %s as a decimal one, and the number %s as it is', async (price, number) => {
    const bytes = writeXlsx([
      ['Date', 'Coin', 'Amount', 'Paid', 'Money'],
      ['2024-03-01', 'BTC', { n: number }, price, 'EUR'],
    ]);
    const columns = { date: 'Date', inCoin: 'Coin', inAmount: 'Amount', outCoin: 'Money', outAmount: 'Paid' };
    const { drafts } = await read(bytes, { format: 'generic', mapping: columns });
    expect(drafts.map((draft) => [draft.in?.amount, draft.out?.amount])).toEqual([
      [number, price.replace(',', '.')],
    ]);
  });

  it('is read with the numbers that its program shows, not with the binary digits it stores', async () => {
    const numbers = [
      '1.1000000000000001',
      '9.9999999999999995E-8',
      '0.12345678901234567',
      '123456789.123456789012',
    ];
    const bytes = writeXlsx([['Date', 'Amount'], ...numbers.map((n) => ['2024-03-01', { n }])]);
    const mapping = { date: 'Date', inAmount: 'Amount', note: 'Amount' };
    const { drafts } = await read(bytes, { format: 'generic', mapping: { ...mapping, inCoin: 'Date' } });
    expect(drafts.map(({ out }) => out?.amount)).toEqual([
      '1.1',
      '0.0000001',
      '0.12345678901234567',
      '123456789.123456789012',
    ]);
  });

  it('says how many other sheets have rows, which are not read', async () => {
    const mapping = { date: 'Date', inCoin: 'Coin', inAmount: 'Amount' };
    const header = ['Date', 'Coin', 'Amount'];
    const sheetOf = (...years: string[]) => [header, ...years.map((year) => [`${year}-03-01`, 'BTC', '1'])];
    const readSheets = async (...sheets: string[][][]) => {
      const { drafts, problems } = await read(writeXlsx(...sheets), { format: 'generic', mapping });
      return [drafts.length, ...problems.map(({ line, message }) => `${line}: ${message}`)];
    };
    const note = (text: string) =>
      `null: ${text} rows too, which were not read: save each sheet as a file of its own`;
    expect(await readSheets([['Hello']], sheetOf('2021', '2022'), sheetOf())).toEqual([2]);
    expect(await readSheets(sheetOf('2021'), sheetOf('2022'))).toEqual([1, note('Another sheet has')]);
    expect(await readSheets(sheetOf('2021'), sheetOf('2022'), sheetOf('2023'))).toEqual([
      1,
      note('2 other sheets have'),
    ]);
  });

  it('reads amounts as they are beside dates and notes with commas', async () => {
    const text = 'Date,Coin,Amount,Note\n"Mar 1, 2021",BTC,1.125,"buy,sell"\n"Mar 2, 2021",DOGE,"1,234",\n';
    const mapping = { date: 'Date', inCoin: 'Coin', inAmount: 'Amount', note: 'Note' };
    const { drafts, problems } = await read(text, { format: 'generic', mapping });
    expect(problems).toEqual([]);
    expect(drafts.map((draft) => (draft.in ?? draft.out)?.amount)).toEqual(['1.125', '1234']);
  });

  it('never reads a text such as 1,234 as thousands if other texts have decimal commas', async () => {
    const readAmounts = async (...amounts: (string | { n: string })[]) => {
      const bytes = writeXlsx([
        ['Date', 'Coin', 'Amount'],
        ...amounts.map((one) => ['2024-03-01', 'BTC', one]),
      ]);
      const mapping = { date: 'Date', inCoin: 'Coin', inAmount: 'Amount' };
      const { drafts, problems } = await read(bytes, { format: 'generic', mapping });
      return [drafts.map((draft) => (draft.in ?? draft.out)?.amount), problems.map(({ line }) => line)];
    };
    expect(await readAmounts('1,234', '0,5')).toEqual([['1.234', '0.5'], []]);
    expect(await readAmounts('1,234', '0,5', { n: '0.25' })).toEqual([['0.5', '0.25'], [2]]);
    expect(await readAmounts('1,234', { n: '0.25' })).toEqual([['1234', '0.25'], []]);
  });

  it('is refused if it declares more than 100 MB unpacked', async () => {
    const bomb = deflateRawSync(Buffer.alloc(101 * 1024 * 1024));
    const bytes = writeZip([{ name: 'xl/workbook.xml', packed: bomb, size: 101 * 1024 * 1024 }]);
    await expect(read(bytes)).rejects.toMatchObject({
      reason: 'too_large',
      message: expect.stringContaining('100 MB'),
    });
  });

  it('can’t hold more than it declares', async () => {
    const bomb = deflateRawSync(Buffer.alloc(200 * 1024 * 1024));
    const bytes = writeZip([{ name: 'xl/workbook.xml', packed: bomb, size: 1000 }]);
    const before = process.memoryUsage.rss();
    await expect(read(bytes)).rejects.toMatchObject({ reason: 'unreadable' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('can’t make its parser read files that were not checked', async () => {
    const bomb = deflateRawSync(Buffer.alloc(101 * 1024 * 1024));
    const bytes = Buffer.from(writeZip([{ name: 'xl/workbook.xml', packed: bomb, size: 101 * 1024 * 1024 }]));
    // An archive states its number of files twice: here it says 0 once and 1 once.
    bytes.writeUInt16LE(0, bytes.length - 22 + 10);
    const before = process.memoryUsage().external;
    await expect(read(bytes)).rejects.toMatchObject({ reason: 'unreadable' });
    expect(process.memoryUsage().external - before).toBeLessThan(50 * 1024 * 1024);
  });

  it.each([
    ['in columns', [[{ n: '1', at: 'ZZZZZZZ1' }]]],
    ['in rows', [[{ n: '1', at: 'A4000000000' }]]],
    ['beyond what a number can hold', [[{ n: '1', at: `${'Z'.repeat(400)}1` }]]],
  ])('is refused at once if a cell is farther out than any program writes: %s', async (_name, rows) => {
    await expect(read(writeXlsx(rows))).rejects.toMatchObject({
      reason: 'unreadable',
      message: expect.stringContaining('damaged'),
    });
  });

  it.each([
    ['a single cell far out', [[{ n: '1', at: 'XFD1048576' }]]],
    ['nothing but formulas', [[{ f: 'A2' }, { f: 'A3' }], [{ f: 'A4' }]]],
  ])('is refused if nothing in it can be recognized: %s', async (_name, rows) => {
    await expect(read(writeXlsx(rows))).rejects.toMatchObject({ name: 'UnreadableFile' });
  });
});
