import type { AppliedImport, Import, ImportPage } from '#contract/ledger/imports.ts';

/** An import of a user; another user's counts as missing. */
export interface AskedImport {
  readonly userId: string;
  readonly id: string;
}

/** Works out the ledger that the files of a portfolio make, and writes it. Refuses with `AppError`. */
export interface ImportPlanner {
  /** Also keeps the counts that the list of imports has. */
  preview(asked: AskedImport): Promise<Import>;
  listPage(asked: AskedImport, page: { readonly start: number; readonly limit: number }): Promise<ImportPage>;
  /** All of it or nothing. */
  apply(asked: AskedImport): Promise<AppliedImport>;
  remove(asked: AskedImport): Promise<void>;
}
