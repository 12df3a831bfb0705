import { importFileLimits } from '#contract/ledger/imports.ts';

/** A row of a file. */
export interface TableRow {
  /** The line in the file, from 1. In a spreadsheet the row number, in JSON the number of the entry. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file as rows of text, before its columns are interpreted. */
export interface Table {
  readonly rows: readonly TableRow[];
  /** The cell separator of a text file; empty for other files. */
  readonly separator: string;
  /** Spreadsheets can have numbers that are texts, in the notation of whoever wrote them. */
  readonly isSpreadsheet?: true;
}

/** Limits for unpacking and splitting a file. */
export const tableLimits = {
  ...importFileLimits,
  /** Lines above the header, and blank lines. */
  maxOtherRows: 1000,
  maxUnpackedBytes: 100 * 1024 * 1024,
  maxArchiveEntries: 1000,
  maxLineLength: 1_000_000,
  maxColumns: 2000,
} as const;
