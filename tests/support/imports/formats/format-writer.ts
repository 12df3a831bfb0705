import type { ImportFormat } from '../../../../contract/ledger/imports.ts';
import type { ReadOptions } from '../../../../server/portfolio/imports/readers/draft.ts';
import type { Movement } from '../movements.ts';

/** A number, which may be written with either decimal separator. */
export interface NumberCell {
  readonly number: string;
}
export type Cell = string | NumberCell;

/** Writes movements as a file of a format. */
export interface FormatWriter {
  readonly format: ImportFormat;
  readonly columns: readonly string[];
  readonly kinds: readonly Movement['kind'][];
  /** Precision of its times, in milliseconds. */
  readonly precision: number;
  readonly rows: (movement: Movement, index: number) => readonly (readonly Cell[])[];
  readonly options?: Partial<ReadOptions>;
  /** Columns that must stay next to the previous one. */
  readonly isBound?: (column: string) => boolean;
  /** False if numbers share cells with other text, such as a ticker. */
  readonly hasPlainNumbers?: boolean;
}
