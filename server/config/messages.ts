import { tiers } from '#contract/plans.ts';
import { StartError } from '#server/platform/start-error.ts';
import { logLevels, secretVariables, type VariableName } from './variable-schemas.ts';

/** What each variable expects, to complete "PORT is …; expected …". */
const expectedValues: Record<VariableName, string> = {
  PORT: 'a port number from 0 (any free port) to 65535',
  HOST: 'a host name or address to listen on',
  PUBLIC_URL: 'an http or https origin without a path, such as https://altimeter.example',
  DATA_DIR: 'a directory',
  DATABASE_URL: 'a postgres:// address (or nothing, for the embedded database)',
  DATABASE_POOL_SIZE: 'a number of connections from 1 to 500',
  DATABASE_CONNECT_SECONDS: 'a whole number of seconds from 1 to 60',
  DATABASE_STATEMENT_SECONDS: 'a whole number of seconds from 0 (no limit) to 3600',
  DATABASE_IDLE_TRANSACTION_SECONDS: 'a whole number of seconds from 0 (no limit) to 3600',
  BACKUP_DIR: 'a directory',
  BACKUP_EVERY: 'a time such as 30m, 1h or 1d (s, m, h or d; seconds without a letter)',
  BACKUP_KEEP: 'numbers of hours, days, weeks, months and years to keep backups for, such as 24h,7d,12m',
  REDIS_URL: 'a redis:// or rediss:// address (or nothing, for one server)',
  REDIS_PREFIX: 'up to 64 letters, digits and : . _ -, such as altimeter:',
  MARKET_PROVIDER: 'auto, coingecko or simulated',
  COINGECKO_BASE_URL:
    'an http or https address without a password, ? or #, such as https://api.coingecko.com/api/v3',
  COINGECKO_API_KEY: 'a key without spaces',
  COINGECKO_PLAN: 'public, demo or pro',
  COINGECKO_CALLS_PER_MINUTE: 'a whole number from 1 to 100000',
  MARKET_REFRESH_SECONDS: 'a whole number of seconds from 1 to 86400',
  SHARED_CACHE_SECONDS: 'a whole number of seconds from 0 to 60',
  NEWS_FEEDS: 'off, or up to 50 http or https addresses of feeds without passwords, separated by commas',
  ADS: 'off, or a .json file of advertisements',
  SITE_FILE: 'a .json file about the site',
  AUTH_RATE_LIMIT: 'on or off',
  LOAD_SHEDDING: 'on or off',
  SMTP_URL:
    'an smtps:// or smtp:// address, smtp://…?tls=off for a server without TLS (or nothing, for the local inbox)',
  MAIL_FROM: 'a sender, such as Altimeter <no-reply@altimeter.example>',
  SUPPORT_EMAIL: 'an e-mail address, such as support@altimeter.example',
  STRIPE_SECRET_KEY: 'a key without spaces',
  STRIPE_WEBHOOK_SECRET: 'a secret without spaces',
  STRIPE_API_URL: "an http or https origin without a path (or nothing, for Stripe's own)",
  STRIPE_FIRST_MONTH_COUPON: 'the id of a coupon at Stripe',
  DEFAULT_TIER: tiers.join(', '),
  TOKEN_SECRET:
    'at least 32 characters that nobody can guess (during a rotation: the new value, a comma, the old value, each of at least 32)',
  DRAIN_SECONDS: 'a whole number of seconds from 0 to 300',
  TRUST_PROXY: 'off, or the number of proxies in front (0 to 20)',
  METRICS_TOKEN: 'at least 16 characters without spaces',
  LOG_LEVEL: logLevels.join(', '),
  NODE_ENV: 'development or production',
};

/** The error for an invalid value. `source` is the variable that was set: this one, or the one that names its file. */
export function invalidVariable(name: VariableName, given: string, source: string = name): StartError {
  const shown = secretVariables.has(name) ? 'set to a value that is not shown here' : JSON.stringify(given);
  return new StartError(`${source} is ${shown}; expected ${expectedValues[name]}.`);
}

/** The error for a secret given both as a value and as a file. */
export function givenTwice(name: VariableName): StartError {
  return new StartError(`${name} and ${name}_FILE are both set; expected only one of them.`);
}

/** The error for an unusable secret file. */
export function invalidSecretFile(
  name: VariableName,
  file: string,
  wanted: string,
  cause?: unknown,
): StartError {
  return new StartError(`${name}_FILE is ${JSON.stringify(file)}; expected ${wanted}.`, { cause });
}

export function missingBackupDir(name: VariableName): StartError {
  return new StartError(`BACKUP_DIR is not set: ${name} needs a folder for backups.`);
}

/** The error for an invalid entry in a `SITE_FILE`. */
export function invalidSiteFile(file: string, wanted: string, cause?: unknown): StartError {
  return new StartError(`SITE_FILE is ${JSON.stringify(file)}; expected ${wanted}.`, { cause });
}

export function missingCoinGeckoKey(plan: string): StartError {
  return new StartError(`COINGECKO_API_KEY is not set: COINGECKO_PLAN=${plan} needs the key of that plan.`);
}

export function redisWithoutDatabase(): StartError {
  return new StartError(
    'DATABASE_URL is not set: REDIS_URL is for several servers, which also need one PostgreSQL.',
  );
}

export function missingStripeKey(): StartError {
  return new StartError(
    'STRIPE_SECRET_KEY is not set: STRIPE_WEBHOOK_SECRET needs the key of the same account.',
  );
}

export function missingStripeWebhookSecret(): StartError {
  return new StartError(
    'STRIPE_WEBHOOK_SECRET is not set: STRIPE_SECRET_KEY needs the secret that signs payment events.',
  );
}

const unsafeSettings = {
  AUTH_RATE_LIMIT: 'AUTH_RATE_LIMIT is "off"; expected to be on',
  SMTP_URL: 'SMTP_URL is not set; expected the address of a mail server',
  TOKEN_SECRET:
    'TOKEN_SECRET is not set; expected at least 32 characters, the same for every server of DATABASE_URL',
} satisfies Partial<Record<VariableName, string>>;

/** The error for a setting that is acceptable only on a machine others can't reach. */
export function unsafeSetting(name: keyof typeof unsafeSettings, publicUrl: string): StartError {
  return new StartError(
    `${unsafeSettings[name]}: PUBLIC_URL is ${publicUrl}, which others may be able to reach.`,
  );
}
