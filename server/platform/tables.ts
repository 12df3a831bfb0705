import type { Generated } from 'kysely';
import type { LeadVariant, Magnet } from '#contract/contact.ts';
import type { ModuleId } from '#contract/learning.ts';
import type { BillingPeriod, PaidTier, Tier } from '#contract/plans.ts';

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
  passkeys: PasskeyTable;
  api_keys: ApiKeyTable;
  rate_limits: RateLimitTable;
  mails: MailTable;
  watchlist_items: WatchlistItemTable;
  portfolios: PortfolioTable;
  holdings: HoldingTable;
  alerts: AlertTable;
  alert_firings: AlertFiringTable;
  alert_evaluations: AlertEvaluationTable;
  alert_ticks: AlertTickTable;
  alert_revision: AlertRevisionTable;
  alert_settings: AlertSettingsTable;
  push_subscriptions: PushSubscriptionTable;
  push_deliveries: PushDeliveryTable;
  completed_modules: CompletedModuleTable;
  news_feeds: NewsFeedTable;
  articles: ArticleTable;
  article_coins: ArticleCoinTable;
  contact_messages: ContactMessageTable;
  leads: LeadTable;
  stripe_customers: StripeCustomerTable;
  subscriptions: SubscriptionTable;
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
  /** What the account may: the higher of the next two. */
  tier: Tier;
  /** What it was given: by `DEFAULT_TIER`, or by the operator. */
  granted_tier: Generated<Tier>;
  /** What its subscription pays for; null: nothing. */
  paid_tier: Generated<PaidTier | null>;
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

/**
 * A code that was mailed, or the challenge that a passkey is to sign, and the hash of the secret that only the browser
 * which asked for it holds.
 */
export interface ChallengeTable {
  secret_hash: string;
  purpose: 'sign_in' | 'change_email' | 'add_passkey' | 'passkey_sign_in';
  /** Empty where nothing was mailed. */
  email: string;
  /** Whose address, or passkey, it is to become. */
  user_id: string | null;
  code_hash: string;
  tries: number;
  expires_at: number;
}

/** The public half of a passkey. Bytes as base64url. */
export interface PasskeyTable {
  id: string;
  user_id: string;
  /** What authenticators call it. */
  credential_id: string;
  /** COSE. */
  public_key: string;
  /** How often it was used, by its own count; 0 for good where it does not count. */
  counter: number;
  /** JSON: how browsers reach it, as they said when it was made. */
  transports: string;
  /** For people. */
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** What a program opens an account with. */
export interface ApiKeyTable {
  id: string;
  user_id: string;
  /** The key itself is not kept. */
  key_hash: string;
  /** For people. */
  name: string;
  created_at: number;
  /** Up to an hour late. */
  last_used_at: number | null;
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
  /** Where an answer goes, if not to the sender. */
  reply_to: string | null;
  /** Where a mail program ends what the recipient gets, by a POST. */
  unsubscribe_url: string | null;
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

/** Prices, changes and thresholds are decimals, as they were written or quoted. */
export interface AlertTable {
  id: string;
  user_id: string;
  coin_id: string;
  symbol: string;
  name: string;
  condition: 'price_above' | 'price_below' | 'change_24h_above' | 'change_24h_below';
  threshold: string;
  status: 'active' | 'paused' | 'triggered';
  note: string | null;
  repeat: 'once' | 'every';
  cooldown_minutes: number;
  /** What becomes of a condition that holds already when the alert is armed. */
  when_true: 'wait' | 'fire';
  /** Grows by one whenever it becomes active, is edited while it is, or fires and stays so. */
  arming: number;
  armed_at: number;
  /** Of the quotes that were believed when it was armed; only what came after them can make it fire. */
  armed_as_of: number;
  /** What was believed of the coin then; null: nothing. */
  armed_price: string | null;
  armed_change: string | null;
  armed_source: 'coingecko' | 'simulated';
  /** A repeating alert does not fire on quotes from before this. */
  next_allowed_at: number | null;
  /** A new one, of all alerts, whenever a user arms it: names it in this form. */
  revision: number;
  created_at: number;
  triggered_at: number | null;
  triggered_price: string | null;
  /** The owner's revision when it was made. */
  ordinal: Generated<number>;
}

/** That an alert fired, once per arming. */
export interface AlertFiringTable {
  id: string;
  alert_id: string;
  arming: number;
  user_id: string;
  coin_id: string;
  symbol: string;
  name: string;
  condition: AlertTable['condition'];
  threshold: string;
  price: string;
  change_24h: string | null;
  /** The last quote before the crossing, and the first after it. */
  crossed_after: number;
  crossed_by: number;
  /** When it was noticed. */
  fired_at: number;
  note: string | null;
  /** Ever growing in the order of commits. */
  number: number;
  seen_at: number | null;
  /** Whose quotes made it fire. */
  source: AlertEvaluationTable['source'];
}

/** How far the alerts are evaluated: one row a source. */
export interface AlertEvaluationTable {
  source: 'coingecko' | 'simulated';
  /** Of the last quotes that were evaluated; 0 before the first. */
  as_of: number;
  /** Of the newest alert that took part. */
  revision: number;
  /** JSON: what was last believed of each coin. */
  quotes: string;
}

/** Quotes that a process has seen, until alerts are evaluated on them. */
export interface AlertTickTable {
  source: AlertEvaluationTable['source'];
  as_of: number;
  /** JSON: what is believed of each coin. */
  quotes: string;
}

/** One row: the last number given to an alert that was armed, or to a firing. */
export interface AlertRevisionTable {
  value: number;
}

/** Where a user wants to be told; 1: there. */
export interface AlertSettingsTable {
  user_id: string;
  email: number;
  push: number;
  in_app: number;
}

/** A browser that takes push messages, with its keys: one a session, with which it goes. */
export interface PushSubscriptionTable {
  id: string;
  user_id: string;
  session_id: string;
  /** Where messages for it go; who knows it may send there, signed with our key. */
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: number;
}

/** A push message that waits to be sent. */
export interface PushDeliveryTable {
  id: string;
  firing_id: string;
  /** Which may be gone meanwhile. */
  subscription_id: string;
  /** When it is to be tried next. */
  due_at: number;
  /** From when on it is of no use. */
  expires_at: number;
  tries: Generated<number>;
}

/** A module of the learning area that a user has completed. */
export interface CompletedModuleTable {
  user_id: string;
  module_id: ModuleId;
  completed_at: number;
}

/** A feed of news, as it was when it was last asked. */
export interface NewsFeedTable {
  address: string;
  /** Its own; empty where it has none. */
  title: string;
  etag: string | null;
  last_modified: string | null;
  /** In a row, since it last answered. */
  failures: number;
  /** When it is to be asked next. */
  due_at: number;
  answered_at: number | null;
  /** When something of its articles last changed here. */
  changed_at: number | null;
  /** JSON: when what it lists without a date was first seen, by its keys. Null: nothing is known. */
  first_seen: string | null;
}

/** An article of a feed. Its id is made of its address. */
export interface ArticleTable {
  id: string;
  /** What its feed tells it by. */
  guid_key: string | null;
  /** The address of its feed. */
  feed: string;
  source: string;
  url: string;
  title: string;
  summary: string;
  published_at: number;
  /** JSON: names. */
  categories: string;
  /** JSON: names. */
  topics: string;
  /** JSON: ids; null while the coins of the market were not known. */
  coins: string | null;
}

export interface ArticleCoinTable {
  coin_id: string;
  article_id: string;
}

/** What somebody wrote to the people behind the site. */
export interface ContactMessageTable {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: number;
}

/** An address that was left for a guide or the newsletter. */
export interface LeadTable {
  id: string;
  /** In lower case. */
  email: string;
  magnet: Magnet;
  /** Where it was left first. */
  variant: LeadVariant;
  /** What the links of its mails carry: who has it can confirm and end what the address gets, and nothing else. */
  token: string;
  created_at: number;
  /** When a mail was queued last. */
  mailed_at: number | null;
  confirmed_at: number | null;
  unsubscribed_at: number | null;
  /** Changed first by a transaction that must be alone with the row. */
  revision: Generated<number>;
}

/** Who pays, or was about to, by the id at Stripe. */
export interface StripeCustomerTable {
  id: string;
  /** Null once the account is deleted: then the customer has to end at Stripe too. */
  user_id: string | null;
  created_at: number;
  /** When a payment page was last opened. */
  checkout_at: number | null;
  /** When a subscription was first seen. */
  subscribed_at: number | null;
  /** How many readings of Stripe were begun. */
  readings: Generated<number>;
  /** Which of them is kept: the latest begun of those that ended. */
  kept_reading: Generated<number>;
  /** When Stripe is to be asked again though no event came; null: no need. */
  check_at: number | null;
  /** When to try again to end the customer of a deleted account. */
  close_at: Generated<number>;
  close_tries: Generated<number>;
}

/** The subscription of a customer, as Stripe last told it. */
export interface SubscriptionTable {
  customer_id: string;
  subscription_id: string;
  tier: PaidTier;
  period: BillingPeriod;
  status: 'active' | 'past_due' | 'unpaid';
  /** When the time that is paid for ends. */
  paid_until: number;
  /** When it ends for good, where it was cancelled; else null. */
  ends_at: number | null;
}
