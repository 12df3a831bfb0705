import { expect, it } from 'vitest';
import { createStoredRowPacker, type ImportedRow } from './stored-row-packer.ts';

const row: ImportedRow = {
  id: 'a',
  row_key: '1key',
  import_id: 'import',
  occurred_at: 1_600_000_000_000,
  created_at: 1_700_000_000_000,
  updated_at: 1_700_000_000_000,
  deleted_at: null,
  revision: 4,
};

it('a packed row has every column of the stored row, whichever row came before it', () => {
  const changes: Partial<ImportedRow>[] = [
    { id: 'b', row_key: '1other', occurred_at: 1 },
    { import_id: 'other' },
    { import_id: null },
    { created_at: 2 },
    { updated_at: 3 },
    { deleted_at: 5 },
    { revision: 6 },
    {},
  ];
  const rows = changes.map((change) => ({ ...row, ...change }));
  const packed = [row, ...rows].map(createStoredRowPacker()).slice(1);
  const names = Object.keys(row) as (keyof ImportedRow)[];
  const copies = packed.map((one) => Object.fromEntries(names.map((name) => [name, one[name]])));
  expect(copies).toEqual(rows);
});
