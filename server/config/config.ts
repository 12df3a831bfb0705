import type { Tier } from '#contract/plans.ts';
import type { SecurityContact, SiteContacts, SiteTexts } from '#contract/site.ts';
import type { BackupPlan } from '#server/platform/backups/backup-job.ts';
import type { PoolLimits } from '#server/platform/database/postgres/pool-limits.ts';
import type { CoinGeckoPlan, LogLevel } from './variable-schemas.ts';

export interface CoinGeckoConfig {
  /** Without a trailing slash; CoinGecko's ends in `/api/v3`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly plan: CoinGeckoPlan;
  /** For all calls to the provider together. */
  readonly callsPerMinute: number;
}

export interface MarketConfig {
  readonly provider: 'auto' | 'coingecko' | 'simulated';
  readonly refreshSeconds: number;
  /** How long shared caches may answer public market calls; absent to disable them. */
  readonly sharedCacheSeconds?: number | undefined;
  readonly coingecko: CoinGeckoConfig;
}

export interface NewsConfig {
  /** Feed URLs; empty if news is off. */
  readonly feeds: 'built-in' | readonly string[];
}

/** The source of the advertisements. */
export type AdsConfig = 'built-in' | 'off' | { readonly file: string };

/** The site's texts and contacts, set by the operator. */
export interface SiteConfig extends SiteTexts, SiteContacts {
  /** Undefined to send reports to the support address; null for no security.txt. */
  readonly security?: SecurityContact | null | undefined;
}

export interface MailConfig {
  /**
   * `smtp://` (TLS required, unless it ends in `?tls=off`) or `smtps://`; undefined to keep mail in the local inbox.
   */
  readonly smtpUrl: string | undefined;
  /** The `From:` header. */
  readonly from: string;
  /** Receives contact messages; shown on the pages. */
  readonly supportEmail: string;
}

export interface AccountsConfig {
  /** Whether sign-ups, sign-ins, payments, contact forms and the calls of sessions and networks are rate limited. */
  readonly isRateLimited: boolean;
  /** The tier of a new account. */
  readonly defaultTier: Tier;
  /**
   * The first one signs tokens; during a rotation, the second is the previous one. Empty to generate one at first start
   * and store it in `dataDir`.
   */
  readonly tokenSecrets: readonly string[];
}

export interface StripeConfig {
  readonly secretKey: string;
  /** Signs webhook events. */
  readonly webhookSecret: string;
  /** An origin; undefined for Stripe's. */
  readonly apiUrl: string | undefined;
  /** The coupon for "50% off the first month"; undefined if there is no such offer. */
  readonly firstMonthCoupon: string | undefined;
}

/** The Redis server for short-lived data that several servers share. */
export interface RedisConfig {
  /** `redis://` or `rediss://`. */
  readonly url: string;
  /** The prefix of every key. */
  readonly prefix: string;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** An origin, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether browsers accept `Secure` cookies from that origin: over https, or on this machine. */
  readonly hasSecureCookies: boolean;
  /** An absolute path. */
  readonly dataDir: string;
  /** Undefined for the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly connections: PoolLimits;
  /** Undefined if the server makes no backups. */
  readonly backups: BackupPlan | undefined;
  /** Undefined if this server shares nothing but its database. */
  readonly redis: RedisConfig | undefined;
  readonly market: MarketConfig;
  readonly news: NewsConfig;
  readonly ads: AdsConfig;
  readonly site: SiteConfig;
  readonly mail: MailConfig;
  readonly accounts: AccountsConfig;
  /** Undefined if payments are off. */
  readonly stripe: StripeConfig | undefined;
  /** Whether requests beyond the server's capacity are refused early. */
  readonly shedsLoad: boolean;
  /** How many proxies are in front of the server; with 0, forwarding headers are ignored. */
  readonly trustedProxies: number;
  /** How long a stopping server keeps serving, so that proxies checking `/readyz` notice. */
  readonly drainSeconds: number;
  /** Grants other machines access to `/metrics`; undefined to restrict it to this machine. */
  readonly metricsToken: string | undefined;
  readonly logLevel: LogLevel;
  readonly isDevelopment: boolean;
}
