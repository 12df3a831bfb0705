import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { Reading } from './reading.ts';

/** One kind of file within a format: its columns, and how to read its rows. */
export interface Layout {
  readonly name: string;
  /** Each of these, or one of a list, must be present; names as from `normalizeColumn`. */
  readonly required: readonly (string | readonly string[])[];
  /** Optional columns. */
  readonly known?: readonly string[];
  /** The fixed zone of times without one, such as `UTC`. */
  readonly zone?: string;
  /** The zone of times without one if the upload names none either, such as `Asia/Singapore`. */
  readonly usualZone?: string;
  /** Set if reading may cancel earlier drafts. */
  readonly cancelsDrafts?: true;
  read(reading: Reading): void;
}

/** A format, its display name and its layouts. */
export interface FormatReader {
  readonly format: ImportFormat;
  readonly name: string;
  /** Where to find the file, in one sentence. */
  readonly hint: string;
  readonly layouts: readonly Layout[];
}
