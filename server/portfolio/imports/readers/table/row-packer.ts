import type { TableRow } from './table.ts';

/** Separates cells. Rows that contain it are refused. */
const between = '\0';

/**
 * Makes rows that store their cells as one string and split it when read: as arrays of strings, the rows of a large
 * file take three times the memory. The row read last stays split.
 */
export function createRowPacker(): (line: number, cells: readonly string[]) => TableRow {
  let last: PackedRow | undefined;
  let lastCells: readonly string[] = [];

  class PackedRow implements TableRow {
    readonly line: number;
    readonly #text: string;

    constructor(line: number, text: string) {
      this.line = line;
      this.#text = text;
    }

    get cells(): readonly string[] {
      if (last !== this) {
        last = this;
        lastCells = this.#text.split(between);
      }
      return lastCells;
    }
  }

  return (line, cells) => new PackedRow(line, cells.join(between));
}
