import { importLimits } from '#contract/ledger/imports.ts';

/** A row of a file. */
export interface TableRow {
  /** Of the file; the first line is 1. In a spreadsheet the row's number, in JSON the number of the entry. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file as rows of text, before anything is known of its columns. */
export interface Table {
  readonly rows: readonly TableRow[];
  /** Between the cells of a text file; empty for other files. */
  readonly separator: string;
}

/** Bounds of what a file is unpacked and split into. */
export const tableLimits = {
  ...importLimits,
  /** Lines above the header, and blank ones. */
  maxOtherRows: 1000,
  maxUnpackedBytes: 100 * 1024 * 1024,
  maxArchiveEntries: 1000,
  maxLineLength: 1_000_000,
  maxColumns: 2000,
} as const;
