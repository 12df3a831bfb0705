import type { LedgerSettings } from '#contract/ledger/settings.ts';
import type { LedgerEntry } from '../engine/entry.ts';

/** A portfolio's ledger as the figures need it. */
export interface LedgerHead {
  /** Grows with each change of the ledger's transactions, and never comes again. */
  readonly revision: number;
  readonly settings: LedgerSettings;
  /** How many transactions it has. */
  readonly size: number;
}

/** What has changed since a revision. `replaces`: it is the whole ledger, since what is older is no longer known. */
export interface LedgerChanges {
  readonly revision: number;
  readonly replaces: boolean;
  /** Added or changed; one that was known by its id is replaced. */
  readonly entries: readonly LedgerEntry[];
  readonly removedIds: readonly string[];
}

/** Where the figures read a portfolio's transactions from. */
export interface LedgerSource {
  /** Undefined: the user has no such portfolio. */
  findHead(userId: string, portfolioId: string): Promise<LedgerHead | undefined>;
  /** From 0 on: the whole ledger. */
  readChanges(portfolioId: string, sinceRevision: number): Promise<LedgerChanges>;
}
