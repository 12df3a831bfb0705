import { resolve } from 'node:path';
import { z } from 'zod';
import { type Tier, tiers } from '#contract/plans.ts';
import { StartError } from '#server/platform/start-error.ts';
import { readEnvFile } from './env-file.ts';

export interface CoinGeckoConfig {
  /** Without a trailing slash; ends in `/api/v3` at CoinGecko. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly plan: CoinGeckoPlan;
  /** The budget of all upstream calls together. */
  readonly callsPerMinute: number;
}

export interface MarketConfig {
  readonly provider: 'auto' | 'coingecko' | 'simulated';
  readonly refreshSeconds: number;
  readonly coingecko: CoinGeckoConfig;
}

export interface NewsConfig {
  /** Addresses of feeds; none where news are off. */
  readonly feeds: 'built-in' | readonly string[];
}

/** Where the advertisements come from. */
export type AdsConfig = 'built-in' | 'off' | { readonly file: string };

export interface MailConfig {
  /** `smtp://` or `smtps://`; undefined: mails stay in the local inbox. */
  readonly smtpUrl: string | undefined;
  /** What stands in `From:`. */
  readonly from: string;
  /** Receives what is written on the contact page, and is named on the pages. */
  readonly supportEmail: string;
}

export interface AccountsConfig {
  /** Whether it is limited how often somebody may sign up or in, use an API key, ask for payments, write or leave an address. */
  readonly isRateLimited: boolean;
  /** The tier of a new account. */
  readonly defaultTier: Tier;
  /** Signs tokens; undefined: made at the first start and kept in `dataDir`. */
  readonly tokenSecret: string | undefined;
}

export interface StripeConfig {
  readonly secretKey: string;
  /** Signs events. */
  readonly webhookSecret: string;
  /** An origin; undefined: Stripe's own. */
  readonly apiUrl: string | undefined;
  /** The coupon behind "50% off the first month"; undefined: there is no such offer. */
  readonly firstMonthCoupon: string | undefined;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** An origin, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether browsers take cookies marked as secure from that origin: over https, and from this machine. */
  readonly hasSecureCookies: boolean;
  /** An absolute path. */
  readonly dataDir: string;
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly market: MarketConfig;
  readonly news: NewsConfig;
  readonly ads: AdsConfig;
  readonly mail: MailConfig;
  readonly accounts: AccountsConfig;
  /** Undefined: payments are not configured. */
  readonly stripe: StripeConfig | undefined;
  /** How many proxies stand in front; 0 believes no forwarding header. */
  readonly trustedProxies: number;
  readonly logLevel: (typeof logLevels)[number];
  readonly isDevelopment: boolean;
}

const coinGeckoPlans = ['public', 'demo', 'pro'] as const;
export type CoinGeckoPlan = (typeof coinGeckoPlans)[number];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const publicApi = 'https://api.coingecko.com/api/v3';
/** What each plan calls by default, and how often in a minute it may: CoinGecko's own limits, the public one's lower end. */
const planDefaults: Record<CoinGeckoPlan, { baseUrl: string; callsPerMinute: number }> = {
  public: { baseUrl: publicApi, callsPerMinute: 10 },
  demo: { baseUrl: publicApi, callsPerMinute: 30 },
  pro: { baseUrl: 'https://pro-api.coingecko.com/api/v3', callsPerMinute: 500 },
};

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** Keys are handed on in headers. */
const printable = z.string().regex(/^[\x21-\x7e]+$/);
const httpUrl = z.url({ protocol: /^https?$/ });
const isOrigin = (text: string) => {
  const url = URL.parse(text);
  return url !== null && url.href === `${url.origin}/`;
};
const isFeedAddress = (text: string) => {
  const url = URL.parse(text);
  return url !== null && !/\s/.test(text) && !url.username && !url.password;
};
const isBareAddress = (text: string) => {
  const url = URL.parse(text);
  return url !== null && !url.username && !url.password && !/[?#]/.test(text);
};

const feedList = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .transform((addresses) => [...new Set(addresses.filter((address) => address !== ''))])
  .pipe(z.array(httpUrl.refine(isFeedAddress)).min(1).max(50))
  .transform((addresses) => addresses.map((address) => new URL(address).href));

/** Every variable: what fits it, the same in words, and whether its value must never be printed. */
const variables = {
  PORT: { schema: wholeNumber(0, 65_535), wants: 'a port number from 0 (any free port) to 65535' },
  HOST: { schema: z.string().regex(/^[\w.:-]+$/), wants: 'a host name or address to listen on' },
  PUBLIC_URL: {
    schema: httpUrl.refine(isOrigin).transform((text) => new URL(text).origin),
    wants: 'an http or https origin without a path, such as https://altimeter.example',
  },
  DATA_DIR: { schema: z.string().transform((path) => resolve(path)), wants: 'a directory' },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    wants: 'a postgres:// address (or nothing, for the embedded database)',
    isSecret: true,
  },
  REDIS_URL: {
    schema: z.never(),
    wants: 'to be unset: Redis is not used yet, servers share a PostgreSQL (DATABASE_URL) alone',
    isSecret: true,
  },
  MARKET_PROVIDER: {
    schema: z.enum(['auto', 'coingecko', 'simulated']),
    wants: 'auto, coingecko or simulated',
  },
  COINGECKO_BASE_URL: {
    schema: httpUrl.refine(isBareAddress).transform((text) => text.replace(/\/+$/, '')),
    wants: 'an http or https address without a password, ? or #, such as https://api.coingecko.com/api/v3',
  },
  COINGECKO_API_KEY: {
    schema: printable,
    wants: 'a key without spaces',
    isSecret: true,
  },
  COINGECKO_PLAN: { schema: z.enum(coinGeckoPlans), wants: 'public, demo or pro' },
  COINGECKO_CALLS_PER_MINUTE: { schema: wholeNumber(1, 100_000), wants: 'a whole number from 1 to 100000' },
  MARKET_REFRESH_SECONDS: {
    schema: wholeNumber(1, 86_400),
    wants: 'a whole number of seconds from 1 to 86400',
  },
  NEWS_FEEDS: {
    schema: z.union([z.literal('off').transform((): string[] => []), feedList]),
    wants: 'off, or up to 50 http or https addresses of feeds without passwords, separated by commas',
  },
  ADS: {
    schema: z.union([
      z.literal('off'),
      z
        .string()
        .regex(/\.json$/)
        .transform((path) => ({ file: resolve(path) })),
    ]),
    wants: 'off, or a .json file of advertisements',
  },
  AUTH_RATE_LIMIT: { schema: z.enum(['on', 'off']), wants: 'on or off' },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/, hostname: /./ }),
    wants: 'an smtp:// or smtps:// address (or nothing, for the local inbox)',
    isSecret: true,
  },
  MAIL_FROM: {
    schema: z.string().regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
    wants: 'a sender, such as Altimeter <no-reply@altimeter.example>',
  },
  SUPPORT_EMAIL: {
    schema: z.string().regex(/^[^\s<>@,;"]+@[^\s<>@,;"]+$/),
    wants: 'an e-mail address, such as support@altimeter.example',
  },
  STRIPE_SECRET_KEY: { schema: printable, wants: 'a key without spaces', isSecret: true },
  STRIPE_WEBHOOK_SECRET: { schema: printable, wants: 'a secret without spaces', isSecret: true },
  STRIPE_API_URL: {
    schema: httpUrl.refine(isOrigin).transform((text) => new URL(text).origin),
    wants: "an http or https origin without a path (or nothing, for Stripe's own)",
  },
  STRIPE_FIRST_MONTH_COUPON: { schema: printable, wants: 'the id of a coupon at Stripe' },
  DEFAULT_TIER: { schema: z.enum(tiers), wants: tiers.join(', ') },
  TOKEN_SECRET: {
    schema: z.string().min(32),
    wants: 'at least 32 characters that nobody can guess',
    isSecret: true,
  },
  TRUST_PROXY: {
    schema: z.union([z.literal('off').transform(() => 0), wholeNumber(0, 20)]),
    wants: 'off, or the number of proxies in front (0 to 20)',
  },
  LOG_LEVEL: { schema: z.enum(logLevels), wants: logLevels.join(', ') },
  NODE_ENV: { schema: z.string(), wants: 'development or production' },
} satisfies Record<string, { schema: z.ZodType<unknown, string>; wants: string; isSecret?: true }>;

type Name = keyof typeof variables;
type Value<N extends Name> = z.output<(typeof variables)[N]['schema']>;

/** The configuration of this process: its environment over the `.env` file of the working directory. Throws a `StartError`. */
export function readConfig(): Config {
  return loadConfig({ ...readEnvFile('.env'), ...process.env });
}

/** What this process was given, for the programs that it starts. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/**
 * Checks the environment and fills in the defaults. An empty variable counts as unset.
 * Throws a `StartError` that names the variable, what it got (never a secret) and what it wants.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  readVariable(env, 'REDIS_URL');
  const port = readVariable(env, 'PORT') ?? 3000;
  const publicUrl = readVariable(env, 'PUBLIC_URL') ?? localUrl(port);
  const config: Config = {
    port,
    host: readVariable(env, 'HOST') ?? '127.0.0.1',
    publicUrl,
    hasSecureCookies: publicUrl.startsWith('https:') || isLoopbackUrl(publicUrl),
    dataDir: readVariable(env, 'DATA_DIR') ?? resolve('data'),
    databaseUrl: readVariable(env, 'DATABASE_URL'),
    market: {
      provider: readVariable(env, 'MARKET_PROVIDER') ?? 'auto',
      refreshSeconds: readVariable(env, 'MARKET_REFRESH_SECONDS') ?? 60,
      coingecko: loadCoinGecko(env),
    },
    news: { feeds: readVariable(env, 'NEWS_FEEDS') ?? 'built-in' },
    ads: readVariable(env, 'ADS') ?? 'built-in',
    mail: {
      smtpUrl: readVariable(env, 'SMTP_URL'),
      from: readVariable(env, 'MAIL_FROM') ?? `Altimeter <no-reply@${new URL(publicUrl).hostname}>`,
      supportEmail: readVariable(env, 'SUPPORT_EMAIL') ?? `support@${new URL(publicUrl).hostname}`,
    },
    accounts: {
      isRateLimited: readVariable(env, 'AUTH_RATE_LIMIT') !== 'off',
      defaultTier: readVariable(env, 'DEFAULT_TIER') ?? 'free',
      tokenSecret: readVariable(env, 'TOKEN_SECRET'),
    },
    stripe: loadStripe(env),
    trustedProxies: readVariable(env, 'TRUST_PROXY') ?? 0,
    logLevel: readVariable(env, 'LOG_LEVEL') ?? 'info',
    isDevelopment: readVariable(env, 'NODE_ENV') === 'development',
  };
  if (!isLoopbackUrl(publicUrl)) refuseUnsafe(config);
  return config;
}

/** What would be unsafe where others than this machine's own users come in. */
function refuseUnsafe({ publicUrl, databaseUrl, mail, accounts }: Config): void {
  const because = `PUBLIC_URL is ${publicUrl}, which is not this machine alone`;
  if (!accounts.isRateLimited) {
    throw new StartError(`AUTH_RATE_LIMIT is "off"; it wants to be on: ${because}.`);
  }
  if (mail.smtpUrl === undefined) {
    throw new StartError(`SMTP_URL is not set; it wants the address of a mail server: ${because}.`);
  }
  if (databaseUrl !== undefined && accounts.tokenSecret === undefined) {
    throw new StartError(
      `TOKEN_SECRET is not set; it wants at least 32 characters, the same for every server of DATABASE_URL: ${because}.`,
    );
  }
}

function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The same configuration on the port that `PORT=0` came to mean. */
export function withPort(config: Config, port: number): Config {
  const isDefaultUrl = config.publicUrl === localUrl(config.port);
  return { ...config, port, publicUrl: isDefaultUrl ? localUrl(port) : config.publicUrl };
}

function loadCoinGecko(env: NodeJS.ProcessEnv): CoinGeckoConfig {
  const plan = readVariable(env, 'COINGECKO_PLAN') ?? 'public';
  const apiKey = readVariable(env, 'COINGECKO_API_KEY');
  if (plan !== 'public' && apiKey === undefined) {
    throw new StartError(`COINGECKO_API_KEY is not set: COINGECKO_PLAN=${plan} wants the key of that plan.`);
  }
  return {
    baseUrl: readVariable(env, 'COINGECKO_BASE_URL') ?? planDefaults[plan].baseUrl,
    apiKey,
    plan,
    callsPerMinute: readVariable(env, 'COINGECKO_CALLS_PER_MINUTE') ?? planDefaults[plan].callsPerMinute,
  };
}

function loadStripe(env: NodeJS.ProcessEnv): StripeConfig | undefined {
  const secretKey = readVariable(env, 'STRIPE_SECRET_KEY');
  const webhookSecret = readVariable(env, 'STRIPE_WEBHOOK_SECRET');
  const apiUrl = readVariable(env, 'STRIPE_API_URL');
  const firstMonthCoupon = readVariable(env, 'STRIPE_FIRST_MONTH_COUPON');
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  if (secretKey === undefined) {
    throw new StartError(
      'STRIPE_SECRET_KEY is not set: STRIPE_WEBHOOK_SECRET wants the key of the same account.',
    );
  }
  if (webhookSecret === undefined) {
    throw new StartError(
      'STRIPE_WEBHOOK_SECRET is not set: STRIPE_SECRET_KEY wants the secret that signs the events of payments.',
    );
  }
  return { secretKey, webhookSecret, apiUrl, firstMonthCoupon };
}

function readVariable<N extends Name>(env: NodeJS.ProcessEnv, name: N): Value<N> | undefined {
  const given = env[name]?.trim();
  if (!given) return undefined;
  const variable: { schema: z.ZodType<unknown, string>; wants: string; isSecret?: true } = variables[name];
  const parsed = variable.schema.safeParse(given);
  if (parsed.success) return parsed.data as Value<N>;
  const shown = variable.isSecret ? 'set to a value that is not shown here' : JSON.stringify(given);
  throw new StartError(`${name} is ${shown}; it wants ${variable.wants}.`);
}

function localUrl(port: number): string {
  return `http://localhost:${port}`;
}
