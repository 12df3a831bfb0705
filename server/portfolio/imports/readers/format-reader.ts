import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { Reading } from './reading.ts';

/** One of the files of a format: what its columns are, and what its rows become. */
export interface Layout {
  readonly name: string;
  /** Each of these, or one of several; as `normalizeColumn` writes them. */
  readonly required: readonly (string | readonly string[])[];
  /** Other columns it may have. */
  readonly known?: readonly string[];
  /** Of times without one, always, such as `UTC`. */
  readonly zone?: string;
  /** Of times without one, where the upload names none, such as `Asia/Singapore`. */
  readonly usualZone?: string;
  /** It looks at earlier drafts and takes some back. */
  readonly takesBack?: true;
  read(reading: Reading): void;
}

/** A format: the name for people and its files. */
export interface FormatReader {
  readonly format: ImportFormat;
  readonly name: string;
  /** Where the file is found, in one sentence. */
  readonly hint: string;
  readonly layouts: readonly Layout[];
}
