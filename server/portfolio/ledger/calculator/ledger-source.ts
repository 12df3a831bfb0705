import type { LedgerSettings } from '#contract/ledger/settings.ts';
import type { LedgerEntry } from '../engine/entry.ts';

/** What the figures need to know about a portfolio's ledger before reading it. */
export interface LedgerHead {
  /** Increases with each change of the ledger's transactions and is never reused. */
  readonly revision: number;
  readonly settings: LedgerSettings;
  /** The number of transactions. */
  readonly size: number;
}

/** Changes since a revision. `replaces`: `entries` is the whole ledger, because earlier changes are no longer known. */
export interface LedgerChanges {
  readonly revision: number;
  readonly replaces: boolean;
  /** Added and changed entries; a changed one has the id of the entry it replaces. */
  readonly entries: readonly LedgerEntry[];
  readonly removedIds: readonly string[];
}

/** The source of portfolios' transactions for the figures. */
export interface LedgerSource {
  /** Returns undefined if the user has no such portfolio. */
  findHead(userId: string, portfolioId: string): Promise<LedgerHead | undefined>;
  /**
   * Reads what changed since a revision; since 0, the whole ledger. May throw a `TooManyLotsError` if the entries name
   * more than `maxLots` lots, which takes less time than reading them.
   */
  readChanges(portfolioId: string, sinceRevision: number, maxLots?: number): Promise<LedgerChanges>;
}
