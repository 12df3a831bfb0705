import type { Generated } from 'kysely';
import type {
  ApiKeyTable,
  BrowserTable,
  ChallengeTable,
  CodeTable,
  EmailUndoTable,
  PasskeyTable,
  SecurityEventTable,
  SessionTable,
  UserTable,
} from './tables/account-tables.ts';
import type {
  AlertEvaluationTable,
  AlertFiringTable,
  AlertRevisionTable,
  AlertSettingsTable,
  AlertTable,
  AlertTickTable,
  PushDeliveryTable,
  PushSubscriptionTable,
  PushTurnTable,
} from './tables/alert-tables.ts';
import type {
  FirstMonthPayerTable,
  StripeCustomerTable,
  SubscriptionTable,
} from './tables/billing-tables.ts';
import type { ContactMessageTable, LeadTable } from './tables/contact-tables.ts';
import type { PortfolioTable, WatchlistItemTable } from './tables/holding-tables.ts';
import type {
  CoinAnswerTable,
  CoinListTable,
  ImportJoinTable,
  ImportPartTable,
  ImportTable,
  ImportWalletTable,
  MergedPortfolioTable,
} from './tables/import-tables.ts';
import type { CompletedModuleTable } from './tables/learning-tables.ts';
import type { TransactionTable, WalletTable } from './tables/ledger-tables.ts';
import type {
  CloseBlockTable,
  CloseRequestTable,
  DailyRateTable,
  PinnedCloseTable,
  RecentCloseTable,
} from './tables/market-tables.ts';
import type { ArticleCoinTable, ArticleTable, NewsFeedTable } from './tables/news-tables.ts';
import type { TaxReportTable } from './tables/tax-tables.ts';

/**
 * The tables created by `migrations/`, the same on both databases: ids and JSON as text, instants as integers in
 * milliseconds since 1970.
 */
export interface Tables {
  snapshots: SnapshotTable;
  close_blocks: CloseBlockTable;
  recent_closes: RecentCloseTable;
  pinned_closes: PinnedCloseTable;
  close_requests: CloseRequestTable;
  daily_rates: DailyRateTable;
  leases: LeaseTable;
  last_backup: LastBackupTable;
  servers: ServerTable;
  users: UserTable;
  sessions: SessionTable;
  browsers: BrowserTable;
  challenges: ChallengeTable;
  codes: CodeTable;
  email_undos: EmailUndoTable;
  security_events: SecurityEventTable;
  passkeys: PasskeyTable;
  api_keys: ApiKeyTable;
  rate_limits: RateLimitTable;
  idempotency_keys: IdempotencyKeyTable;
  mails: MailTable;
  watchlist_items: WatchlistItemTable;
  portfolios: PortfolioTable;
  wallets: WalletTable;
  transactions: TransactionTable;
  tax_reports: TaxReportTable;
  imports: ImportTable;
  import_parts: ImportPartTable;
  import_wallets: ImportWalletTable;
  merged_portfolios: MergedPortfolioTable;
  import_joins: ImportJoinTable;
  coin_answers: CoinAnswerTable;
  coin_lists: CoinListTable;
  alerts: AlertTable;
  alert_firings: AlertFiringTable;
  alert_evaluations: AlertEvaluationTable;
  alert_ticks: AlertTickTable;
  alert_revision: AlertRevisionTable;
  alert_settings: AlertSettingsTable;
  push_subscriptions: PushSubscriptionTable;
  push_deliveries: PushDeliveryTable;
  push_turn: PushTurnTable;
  completed_modules: CompletedModuleTable;
  news_feeds: NewsFeedTable;
  articles: ArticleTable;
  article_coins: ArticleCoinTable;
  contact_messages: ContactMessageTable;
  leads: LeadTable;
  stripe_customers: StripeCustomerTable;
  subscriptions: SubscriptionTable;
  first_month_payers: FirstMonthPayerTable;
}

/** The latest market snapshot, one row per source. */
export interface SnapshotTable {
  source: string;
  as_of: number;
  /** JSON. */
  body: string;
  /** Increases with each change. */
  revision: number;
}

/** The last automatic backup: at most one row. */
export interface LastBackupTable {
  id: number;
  taken_at: number;
  server: string;
  /** In bytes. */
  size: number;
}

/** An exclusive right to do a job: the process that holds it, and until when. */
export interface LeaseTable {
  name: string;
  holder: string;
  expires_at: number;
}

/** A server that shares the database. */
export interface ServerTable {
  name: string;
  /** Increases while it runs. */
  beats: number;
}

/** The recent hits of a rate limit: JSON, instants in milliseconds. `key` is a hash. */
export interface RateLimitTable {
  key: string;
  hits: string;
  expires_at: number;
}

/**
 * A request with an `Idempotency-Key`. Stored as hashes, because the key and the request may contain what users wrote.
 */
export interface IdempotencyKeyTable {
  key_hash: string;
  user_id: string;
  request_hash: string;
  /** The answer; null until there is one. */
  status: number | null;
  body: string | null;
  created_at: number;
}

/** A queued e-mail, or one in the local inbox. */
export interface MailTable {
  id: string;
  /** The account it is about; deleting the account deletes the e-mail. */
  user_id: string | null;
  recipient: string;
  /** The reply address, if it differs from the sender. */
  reply_to: string | null;
  /** Accepts a POST to unsubscribe. */
  unsubscribe_url: string | null;
  subject: string;
  body: string;
  created_at: number;
  /** After this it is not worth sending. */
  expires_at: number;
  /** The next attempt. */
  due_at: number;
  tries: Generated<number>;
  /** For taking turns: the account it is about, or else its recipient. */
  account: string;
}
