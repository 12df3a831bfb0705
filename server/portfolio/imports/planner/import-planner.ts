import type { AppliedImport, Import, ImportPage } from '#contract/ledger/imports.ts';
import type { MergedPortfolio } from '../merged-portfolio-store.ts';

/** An import of a user. Those of other users are treated as missing. */
export interface ImportKey {
  readonly userId: string;
  readonly id: string;
}

/** Plans the ledger resulting from a portfolio's files, and writes it. Throws `AppError`. */
export interface ImportPlanner {
  /** Also saves the counts shown in the list of imports. */
  preview(key: ImportKey): Promise<Import>;
  listPage(key: ImportKey, page: { readonly start: number; readonly limit: number }): Promise<ImportPage>;
  /** All or nothing. */
  apply(key: ImportKey): Promise<AppliedImport>;
  remove(key: ImportKey): Promise<void>;
  /** Compares the files of a merged portfolio, unless that was done. All or nothing. */
  settle(portfolio: MergedPortfolio): Promise<void>;
}
