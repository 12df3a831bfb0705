import { describe, expect, it } from 'vitest';
import type { ImportFormat } from '#contract/ledger/imports.ts';
import { formatWriters } from '../../../../tests/support/imports/format-writers.ts';
import type { Cell, FormatWriter } from '../../../../tests/support/imports/formats/format-writer.ts';
import type { Movement } from '../../../../tests/support/imports/movements.ts';
import { read } from '../../../../tests/support/imports/read-text.ts';
import { formatReaders } from './format-readers.ts';

const movement: Movement = {
  kind: 'deposit',
  at: Date.UTC(2021, 1, 10, 10, 6, 39),
  coin: 'BTC',
  amount: '0.5',
  other: 'EUR',
  otherAmount: '100.25',
  fee: '0.1',
};

const toText = (cell: Cell) => (typeof cell === 'string' ? cell : cell.number);

/** Separated by tabs, which no cell has. */
function writeFile({ columns, kinds, rows }: FormatWriter): string {
  const written = kinds.flatMap((kind, index) =>
    rows({ ...movement, kind, at: movement.at + index * 90_000 }, index),
  );
  return [columns, ...written].map((cells) => cells.map(toText).join('\t')).join('\n');
}

interface Sample {
  readonly format: ImportFormat;
  readonly file: string;
}

const activity = { date: '2021-02-10T00:00:00.000Z', symbol: 'BTCUSD', dataSource: 'YAHOO', currency: 'USD' };
const samples: readonly Sample[] = [
  ...formatWriters
    .filter(({ format }) => format !== 'generic')
    .map((writer) => ({ format: writer.format, file: writeFile(writer) })),
  {
    format: 'ghostfolio',
    file: JSON.stringify({
      meta: { version: '2.0.0' },
      activities: [{ ...activity, type: 'BUY', quantity: 0.5, unitPrice: 40_000, fee: 1 }],
    }),
  },
  {
    format: 'altimeter',
    file: [
      'id,type,kind,occurredAt,inCoin,inCurrency,inAmount,outCoin,outCurrency,outAmount,feeCoin,feeCurrency,feeAmount,value,valueCurrency,wallet,toWallet,lots,acquiredAt,note,source,externalId,isDateAssumed',
      '1,buy,,2021-02-10T10:06:39.000Z,bitcoin,,0.5,,USD,100,,,,,,Main,,,,,manual,,false',
    ].join('\n'),
  },
];

describe('A file of one format', () => {
  it('exists for each format except tables with a mapping', () => {
    const known = formatReaders.map(({ format }) => format).filter((format) => format !== 'generic');
    expect(samples.map(({ format }) => format).toSorted()).toEqual(known.toSorted());
  });

  it.each(samples)(
    'is not recognized as another format, whatever its name says: $format',
    async ({ format, file }) => {
      for (const other of formatReaders) {
        const found = await read(file, { fileName: `${other.format}.csv` });
        expect([other.format, found.format, found.problems]).toEqual([other.format, format, []]);
        expect(found.drafts.length).toBeGreaterThan(0);
      }
    },
  );

  it.each(samples)('is refused as any other format: $format', async ({ format, file }) => {
    for (const other of formatReaders) {
      if (other.format === format) continue;
      const reason = other.format === 'generic' ? 'unreadable' : 'unknown_format';
      const reading = read(file, { format: other.format }).then((found) => found.drafts);
      await expect(reading, other.format).rejects.toMatchObject({ reason });
    }
  });
});
