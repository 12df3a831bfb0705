import { resolve } from 'node:path';
import type { BackupPlan } from '#server/platform/backups/backup-job.ts';
import { defaultKeep, parseKeepRule } from '#server/platform/backups/keep-rule.ts';
import { defaultPoolLimits, type PoolLimits } from '#server/platform/database/postgres/pool-limits.ts';
import type { CoinGeckoConfig, Config, RedisConfig, SiteConfig, StripeConfig } from './config.ts';
import { defaultSite } from './default-site.ts';
import {
  givenTwice,
  invalidVariable,
  missingBackupDir,
  missingCoinGeckoKey,
  missingStripeKey,
  missingStripeWebhookSecret,
  redisWithoutDatabase,
  unsafeSetting,
} from './messages.ts';
import { readEnvFile } from './read-env-file.ts';
import { readSecretFile } from './read-secret-file.ts';
import { readSiteFile } from './read-site-file.ts';
import {
  type CoinGeckoPlan,
  secretVariables,
  type VariableName,
  type VariableValue,
  variableSchemas,
} from './variable-schemas.ts';

const publicApi = 'https://api.coingecko.com/api/v3';
/** Per plan: CoinGecko's rate limits; for the public plan the lower end of its range. */
const planDefaults: Record<CoinGeckoPlan, { baseUrl: string; callsPerMinute: number }> = {
  public: { baseUrl: publicApi, callsPerMinute: 10 },
  demo: { baseUrl: publicApi, callsPerMinute: 30 },
  pro: { baseUrl: 'https://pro-api.coingecko.com/api/v3', callsPerMinute: 500 },
};

/** Reads the environment, then the `.env` file in the working directory. Throws a `StartError`. */
export function readConfig(): Config {
  return loadConfig({ ...readEnvFile('.env'), ...process.env });
}

/** The environment for child processes. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/**
 * Validates the environment and applies the defaults. An empty variable counts as unset. Throws a `StartError` with the
 * variable, its value (never a secret) and what is expected.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const port = readVariable(env, 'PORT') ?? 3000;
  const publicUrl = readVariable(env, 'PUBLIC_URL') ?? localUrl(port);
  const site = loadSite(env);
  const config: Config = {
    port,
    host: readVariable(env, 'HOST') ?? '127.0.0.1',
    publicUrl,
    hasSecureCookies: publicUrl.startsWith('https:') || isLoopbackUrl(publicUrl),
    dataDir: readVariable(env, 'DATA_DIR') ?? resolve('data'),
    databaseUrl: readVariable(env, 'DATABASE_URL'),
    connections: loadConnections(env),
    backups: loadBackups(env),
    redis: loadRedis(env),
    market: {
      provider: readVariable(env, 'MARKET_PROVIDER') ?? 'auto',
      refreshSeconds: readVariable(env, 'MARKET_REFRESH_SECONDS') ?? 60,
      sharedCacheSeconds: readVariable(env, 'SHARED_CACHE_SECONDS'),
      coingecko: loadCoinGecko(env),
    },
    news: { feeds: readVariable(env, 'NEWS_FEEDS') ?? 'built-in' },
    ads: readVariable(env, 'ADS') ?? 'built-in',
    site,
    mail: {
      smtpUrl: readVariable(env, 'SMTP_URL'),
      from:
        readVariable(env, 'MAIL_FROM') ?? `${quoteName(site.name)} <no-reply@${new URL(publicUrl).hostname}>`,
      supportEmail: readVariable(env, 'SUPPORT_EMAIL') ?? `support@${new URL(publicUrl).hostname}`,
    },
    accounts: {
      isRateLimited: readVariable(env, 'AUTH_RATE_LIMIT') !== 'off',
      defaultTier: readVariable(env, 'DEFAULT_TIER') ?? 'free',
      tokenSecrets: readVariable(env, 'TOKEN_SECRET') ?? [],
    },
    stripe: loadStripe(env),
    shedsLoad: readVariable(env, 'LOAD_SHEDDING') !== 'off',
    trustedProxies: readVariable(env, 'TRUST_PROXY') ?? 0,
    drainSeconds: readVariable(env, 'DRAIN_SECONDS') ?? 3,
    metricsToken: readVariable(env, 'METRICS_TOKEN'),
    logLevel: readVariable(env, 'LOG_LEVEL') ?? 'info',
    isDevelopment: readVariable(env, 'NODE_ENV') === 'development',
  };
  if (!isLoopbackUrl(publicUrl)) refuseUnsafe(config);
  return config;
}

/** Refuses settings that are unsafe when other machines can connect. */
function refuseUnsafe({ publicUrl, databaseUrl, mail, accounts }: Config): void {
  if (!accounts.isRateLimited) throw unsafeSetting('AUTH_RATE_LIMIT', publicUrl);
  if (mail.smtpUrl === undefined) throw unsafeSetting('SMTP_URL', publicUrl);
  if (databaseUrl !== undefined && accounts.tokenSecrets.length === 0) {
    throw unsafeSetting('TOKEN_SECRET', publicUrl);
  }
}

function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The configuration with the port that the system chose for `PORT=0`. */
export function withPort(config: Config, port: number): Config {
  const isDefaultUrl = config.publicUrl === localUrl(config.port);
  return { ...config, port, publicUrl: isDefaultUrl ? localUrl(port) : config.publicUrl };
}

function loadSite(env: NodeJS.ProcessEnv): SiteConfig {
  const file = readVariable(env, 'SITE_FILE');
  return file === undefined ? defaultSite : readSiteFile(file);
}

/** A display name for an e-mail header, in quotes if it contains punctuation. */
function quoteName(name: string): string {
  return /^[\p{L}\p{N} ]+$/u.test(name) ? name : `"${name}"`;
}

function loadCoinGecko(env: NodeJS.ProcessEnv): CoinGeckoConfig {
  const plan = readVariable(env, 'COINGECKO_PLAN') ?? 'public';
  const apiKey = readVariable(env, 'COINGECKO_API_KEY');
  if (plan !== 'public' && apiKey === undefined) throw missingCoinGeckoKey(plan);
  const defaults = planDefaults[plan];
  return {
    baseUrl: readVariable(env, 'COINGECKO_BASE_URL') ?? defaults.baseUrl,
    apiKey,
    plan,
    callsPerMinute: readVariable(env, 'COINGECKO_CALLS_PER_MINUTE') ?? defaults.callsPerMinute,
  };
}

function loadRedis(env: NodeJS.ProcessEnv): RedisConfig | undefined {
  const url = readVariable(env, 'REDIS_URL');
  const prefix = readVariable(env, 'REDIS_PREFIX') ?? 'altimeter:';
  if (url === undefined) return undefined;
  if (readVariable(env, 'DATABASE_URL') === undefined) throw redisWithoutDatabase();
  return { url, prefix };
}

function loadStripe(env: NodeJS.ProcessEnv): StripeConfig | undefined {
  const secretKey = readVariable(env, 'STRIPE_SECRET_KEY');
  const webhookSecret = readVariable(env, 'STRIPE_WEBHOOK_SECRET');
  const apiUrl = readVariable(env, 'STRIPE_API_URL');
  const firstMonthCoupon = readVariable(env, 'STRIPE_FIRST_MONTH_COUPON');
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  if (secretKey === undefined) throw missingStripeKey();
  if (webhookSecret === undefined) throw missingStripeWebhookSecret();
  return { secretKey, webhookSecret, apiUrl, firstMonthCoupon };
}

function loadConnections(env: NodeJS.ProcessEnv): PoolLimits {
  const readSeconds = (name: 'CONNECT' | 'STATEMENT' | 'IDLE_TRANSACTION') => {
    const seconds = readVariable(env, `DATABASE_${name}_SECONDS`);
    return seconds === undefined ? undefined : seconds * 1000;
  };
  return {
    poolSize: readVariable(env, 'DATABASE_POOL_SIZE') ?? defaultPoolLimits.poolSize,
    connectMs: readSeconds('CONNECT') ?? defaultPoolLimits.connectMs,
    statementMs: readSeconds('STATEMENT') ?? defaultPoolLimits.statementMs,
    idleTransactionMs: readSeconds('IDLE_TRANSACTION') ?? defaultPoolLimits.idleTransactionMs,
  };
}

const hourMs = 60 * 60_000;

function loadBackups(env: NodeJS.ProcessEnv): BackupPlan | undefined {
  const folder = readVariable(env, 'BACKUP_DIR');
  const everyMs = readVariable(env, 'BACKUP_EVERY');
  const keep = readVariable(env, 'BACKUP_KEEP');
  if (folder !== undefined)
    return { folder, everyMs: everyMs ?? hourMs, keep: keep ?? parseKeepRule(defaultKeep)! };
  if (everyMs !== undefined) throw missingBackupDir('BACKUP_EVERY');
  if (keep !== undefined) throw missingBackupDir('BACKUP_KEEP');
  return undefined;
}

function readVariable<N extends VariableName>(env: NodeJS.ProcessEnv, name: N): VariableValue<N> | undefined {
  const { text, source } = secretVariables.has(name) ? readSecret(env, name) : readText(env, name);
  if (text === undefined) return undefined;
  const parsed = variableSchemas[name].safeParse(text);
  if (parsed.success) return parsed.data as VariableValue<N>;
  throw invalidVariable(name, text, source);
}

interface GivenText {
  readonly text: string | undefined;
  /** The variable that was set. */
  readonly source: string;
}

function readText(env: NodeJS.ProcessEnv, source: string): GivenText {
  return { text: env[source]?.trim() || undefined, source };
}

function readSecret(env: NodeJS.ProcessEnv, name: VariableName): GivenText {
  const given = readText(env, name);
  const file = readText(env, `${name}_FILE`);
  if (file.text === undefined) return given;
  if (given.text !== undefined) throw givenTwice(name);
  return { text: readSecretFile(name, file.text), source: file.source };
}

function localUrl(port: number): string {
  return `http://localhost:${port}`;
}
