import type { ImportFormat } from '../../../../contract/ledger/imports.ts';
import type { ReadOptions } from '../../../../server/portfolio/imports/readers/reader.ts';
import type { Movement } from '../movements.ts';

/** A number, to be written with either decimal sign. */
export interface NumberCell {
  readonly number: string;
}
export type Cell = string | NumberCell;

/** Writes movements as the files of a format. */
export interface FormatWriter {
  readonly format: ImportFormat;
  readonly columns: readonly string[];
  readonly kinds: readonly Movement['what'][];
  /** Of its times, in milliseconds. */
  readonly precision: number;
  readonly rows: (movement: Movement, index: number) => readonly (readonly Cell[])[];
  readonly options?: Partial<ReadOptions>;
  /** Columns that must stay beside the one before them. */
  readonly isBound?: (column: string) => boolean;
  /** Whether its numbers are cells of their own. */
  readonly hasPlainNumbers?: boolean;
}
