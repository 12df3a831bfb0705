import type { Generated } from 'kysely';
import type { ModuleId } from '#contract/learning.ts';
import type { Tier } from '#contract/plans.ts';

/**
 * The tables as `migrations/` makes them, the same on both databases: ids and JSON as text, instants as
 * integers in milliseconds since 1970.
 */
export interface Tables {
  snapshots: SnapshotTable;
  leases: LeaseTable;
  users: UserTable;
  sessions: SessionTable;
  browsers: BrowserTable;
  challenges: ChallengeTable;
  rate_limits: RateLimitTable;
  mails: MailTable;
  watchlist_items: WatchlistItemTable;
  portfolios: PortfolioTable;
  holdings: HoldingTable;
  completed_modules: CompletedModuleTable;
}

/** The last answer of each source of data: one row a source. */
export interface SnapshotTable {
  source: string;
  as_of: number;
  /** JSON. */
  body: string;
}

/** Who alone may do a piece of work, and until when. */
export interface LeaseTable {
  name: string;
  holder: string;
  expires_at: number;
}

/** An account. Many unproved ones may carry the same address; at most one has proved it. */
export interface UserTable {
  id: string;
  /** In lower case. */
  email: string;
  /** The address once it is proved, which makes it unique; null until then. */
  proved_email: string | null;
  first_name: string;
  last_name: string;
  tier: Tier;
  verified_at: number | null;
  created_at: number;
  last_used_at: number;
  /** What a transaction that must be alone with this user's rows changes first. */
  revision: Generated<number>;
}

export interface SessionTable {
  id: string;
  user_id: string;
  /** Hash of the cookie without which the session's token is worth nothing; null where the client has no cookies. */
  cookie_hash: string | null;
  user_agent: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  /** When the mailbox was last proved in this session. */
  proved_at: number | null;
}

/** Which accounts were made or opened in a browser, by the hash of the cookie that names it. */
export interface BrowserTable {
  name_hash: string;
  user_id: string;
  named_at: number;
}

/** A code that was mailed, and the hash of the secret that only the browser which asked for it holds. */
export interface ChallengeTable {
  secret_hash: string;
  purpose: 'sign_in' | 'change_email';
  email: string;
  /** Whose address it is to become. */
  user_id: string | null;
  code_hash: string;
  tries: number;
  expires_at: number;
}

/** When something that is limited was done lately: JSON, instants in milliseconds. `key` is a hash. */
export interface RateLimitTable {
  key: string;
  hits: string;
  expires_at: number;
}

/** A mail that waits to be sent, or lies in the local inbox. */
export interface MailTable {
  id: string;
  /** The account it is about, with which it goes. */
  user_id: string | null;
  recipient: string;
  subject: string;
  body: string;
  created_at: number;
  /** From when on it is of no use. */
  expires_at: number;
  /** When it is to be tried next. */
  due_at: number;
  tries: Generated<number>;
}

/** A coin that a user follows. */
export interface WatchlistItemTable {
  id: string;
  user_id: string;
  coin_id: string;
  symbol: string;
  name: string;
  added_at: number;
  /** The owner's revision when it was added: orders what was added in the same millisecond. */
  ordinal: number;
}

export interface PortfolioTable {
  id: string;
  user_id: string;
  name: string;
  created_at: number;
  ordinal: number;
}

/** Decimals as they were written. */
export interface HoldingTable {
  id: string;
  portfolio_id: string;
  coin_id: string;
  symbol: string;
  name: string;
  amount: string;
  purchase_price: string | null;
  created_at: number;
  ordinal: number;
}

/** A module of the learning area that a user has completed. */
export interface CompletedModuleTable {
  user_id: string;
  module_id: ModuleId;
  completed_at: number;
}
