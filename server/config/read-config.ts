import { resolve } from 'node:path';
import type { CoinGeckoConfig, Config, RedisConfig, SiteConfig, StripeConfig } from './config.ts';
import { defaultSite } from './default-site.ts';
import { readEnvFile } from './env-file.ts';
import {
  invalidVariable,
  missingCoinGeckoKey,
  missingStripeKey,
  missingStripeWebhookSecret,
  redisWithoutDatabase,
  unsafeSetting,
} from './messages.ts';
import { readSiteFile } from './read-site-file.ts';
import {
  type CoinGeckoPlan,
  type VariableName,
  type VariableValue,
  variableSchemas,
} from './variable-schemas.ts';

const publicApi = 'https://api.coingecko.com/api/v3';
/** Per plan: CoinGecko's own rate limits; for the public plan the lower end of its range. */
const planDefaults: Record<CoinGeckoPlan, { baseUrl: string; callsPerMinute: number }> = {
  public: { baseUrl: publicApi, callsPerMinute: 10 },
  demo: { baseUrl: publicApi, callsPerMinute: 30 },
  pro: { baseUrl: 'https://pro-api.coingecko.com/api/v3', callsPerMinute: 500 },
};

/** Reads the environment, then the `.env` file in the working directory. Throws a `StartError`. */
export function readConfig(): Config {
  return loadConfig({ ...readEnvFile('.env'), ...process.env });
}

/** The environment to pass on to child processes. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/**
 * Validates the environment and applies the defaults. An empty variable counts as unset.
 * Throws a `StartError` that names the variable, its value (never a secret) and what it wants.
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
    trustedProxies: readVariable(env, 'TRUST_PROXY') ?? 0,
    drainSeconds: readVariable(env, 'DRAIN_SECONDS') ?? 3,
    metricsToken: readVariable(env, 'METRICS_TOKEN'),
    logLevel: readVariable(env, 'LOG_LEVEL') ?? 'info',
    isDevelopment: readVariable(env, 'NODE_ENV') === 'development',
  };
  if (!isLoopbackUrl(publicUrl)) refuseUnsafe(config);
  return config;
}

/** Refuses settings that are unsafe once other machines can connect. */
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

/** A display name for a mail header, where punctuation has to stand in quotes. */
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

function readVariable<N extends VariableName>(env: NodeJS.ProcessEnv, name: N): VariableValue<N> | undefined {
  const given = env[name]?.trim();
  if (!given) return undefined;
  const parsed = variableSchemas[name].safeParse(given);
  if (parsed.success) return parsed.data as VariableValue<N>;
  throw invalidVariable(name, given);
}

function localUrl(port: number): string {
  return `http://localhost:${port}`;
}
