import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packColumns, unpackColumns } from './columns.ts';

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const roundTrip = (value: unknown) => unpackColumns(json(packColumns(value)));

describe('rows as columns', () => {
  it('survive packing and unpacking, whatever their values', () => {
    const rows = fc.array(
      fc.record(
        { id: fc.string(), price: fc.oneof(fc.double(), fc.constant(null)), held: fc.boolean() },
        {
          requiredKeys: ['id'],
        },
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), rows, fc.record({ rows, more: fc.jsonValue() })), (value) => {
        expect(roundTrip(value)).toEqual(json(value));
      }),
    );
  });

  it.each([
    ['data that looks like columns', { $columns: { a: [1] }, $rows: 1 }],
    ['data that looks like wrapped data', { $plain: { $plain: 1 } }],
    ['rows that look like columns', Array.from({ length: 5 }, () => ({ $columns: { a: 1 } }))],
  ])('are not confused with %s', (_, value) => {
    expect(roundTrip(value)).toEqual(value);
  });

  it('name each property once, and pair properties that few rows have with their row numbers', () => {
    const rows = [{ id: 'a' }, { id: 'b', held: true }, { id: 'c' }, { id: 'd' }];
    expect(packColumns(rows)).toEqual({
      $rows: 4,
      $columns: { id: ['a', 'b', 'c', 'd'] },
      $sparse: { held: { 1: true } },
    });
  });
});
