import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatWriters } from '../../../../tests/support/imports/format-writers.ts';
import type { Cell, FormatWriter } from '../../../../tests/support/imports/formats/format-writer.ts';
import {
  arbitraryMovements,
  describeMovement,
  describeRead,
  type Movement,
} from '../../../../tests/support/imports/movements.ts';
import { read } from '../../../../tests/support/imports/read-text.ts';

interface Form {
  readonly separator: string;
  readonly hasDecimalComma: boolean;
  readonly isUtf16: boolean;
  readonly hasByteOrderMark: boolean;
  readonly lineEnd: string;
  /** Determines the order of columns and rows. */
  readonly seed: number;
}

/** Decimal commas occur with semicolons or tabs. */
const arbitraryForm: fc.Arbitrary<Form> = fc
  .record({
    separator: fc.constantFrom(',', ';', '\t'),
    comma: fc.boolean(),
    isUtf16: fc.boolean(),
    hasByteOrderMark: fc.boolean(),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    seed: fc.nat(),
  })
  .map(({ comma, ...form }) => ({ ...form, hasDecimalComma: comma && form.separator !== ',' }));

/** A pseudo-random order determined only by the seed. */
function shuffle<T>(list: readonly T[], seed: number): T[] {
  const rank = (index: number) => Math.sin((seed % 10_000) + index * 12.9898) * 43_758.5453;
  return list
    .map((value, index) => ({ value, order: rank(index) - Math.floor(rank(index)) }))
    .sort((one, other) => one.order - other.order)
    .map(({ value }) => value);
}

function writeFile(writer: FormatWriter, movements: readonly Movement[], form: Form): Uint8Array {
  const groups: number[][] = [];
  for (const [index, column] of writer.columns.entries()) {
    if (writer.isBound?.(column)) groups.at(-1)?.push(index);
    else groups.push([index]);
  }
  const order = shuffle(groups, form.seed).flat();
  const hasComma = form.hasDecimalComma && writer.hasPlainNumbers !== false;
  const toText = (cell: Cell) =>
    typeof cell === 'string' ? cell : hasComma ? cell.number.replace('.', ',') : cell.number;
  const quote = (text: string) =>
    /["\n\r]/.test(text) || text.includes(form.separator) ? `"${text.replaceAll('"', '""')}"` : text;
  const toLine = (cells: readonly Cell[]) =>
    order.map((index) => quote(toText(cells[index] ?? ''))).join(form.separator);
  const rows = shuffle(movements.flatMap(writer.rows), form.seed);
  const text = [writer.columns, ...rows].map(toLine).join(form.lineEnd);
  if (form.isUtf16) return new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
  return new TextEncoder().encode(form.hasByteOrderMark ? `\uFEFF${text}` : text);
}

describe('A ledger written as a file', () => {
  it.each(formatWriters)('is read back unchanged: $format', async (writer) => {
    await fc.assert(
      fc.asyncProperty(arbitraryMovements(writer.kinds), arbitraryForm, async (movements, form) => {
        const { format, drafts, problems } = await read(writeFile(writer, movements, form), writer.options);
        expect(problems).toEqual([]);
        expect(format).toBe(writer.format);
        const written = movements.map((movement) => describeMovement(movement, writer.precision));
        expect(drafts.map(describeRead).sort()).toEqual(written.sort());
      }),
      { numRuns: 60 },
    );
  });
});
