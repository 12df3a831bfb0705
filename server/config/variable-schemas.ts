import { resolve } from 'node:path';
import { z } from 'zod';
import { tiers } from '#contract/plans.ts';
import { parseKeepRule } from '#server/platform/backups/keep-rule.ts';

export const coinGeckoPlans = ['public', 'demo', 'pro'] as const;
export type CoinGeckoPlan = (typeof coinGeckoPlans)[number];
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** Keys are sent in headers. */
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
/** Without TLS only if explicitly requested, and with no other option. */
const hasKnownTls = (text: string) => {
  const url = URL.parse(text);
  return url !== null && (url.search === '' || (url.search === '?tls=off' && url.protocol === 'smtp:'));
};

const msPerUnit = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const maxDuration = 366 * msPerUnit.d;

/** `90` or `90s`, `30m`, `1h`, `1d`: converted to milliseconds, up to a year. */
const duration = z
  .string()
  .regex(/^[1-9]\d{0,8}[smhd]?$/)
  .transform((text) => {
    const unit = (['s', 'm', 'h', 'd'] as const).find((name) => text.endsWith(name)) ?? 's';
    return Number.parseInt(text, 10) * msPerUnit[unit];
  })
  .pipe(z.number().max(maxDuration));

const keepRule = z.string().transform((text, context) => {
  const rule = parseKeepRule(text);
  if (rule) return rule;
  context.addIssue('not a rule');
  return z.NEVER;
});

const jsonFile = z
  .string()
  .regex(/\.json$/)
  .transform((path) => resolve(path));

const feedList = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .transform((addresses) => [...new Set(addresses.filter((address) => address !== ''))])
  .pipe(z.array(httpUrl.refine(isFeedAddress)).min(1).max(50))
  .transform((addresses) => addresses.map((address) => new URL(address).href));

const minSecretLength = 32;

/**
 * The new and the old secret during a rotation. A single secret may contain commas too, as long as its parts are short.
 */
const splitSecrets = (text: string): string[] => {
  const parts = text.split(',').map((part) => part.trim());
  return parts.length === 2 ? parts : [text];
};

/** Each part must be long enough: otherwise a short secret after the comma would be taken as the end of one long one. */
const areLongEnough = (text: string): boolean =>
  splitSecrets(text).every((secret) => secret.length >= minSecretLength);

/** The valid values of each environment variable. */
export const variableSchemas = {
  PORT: wholeNumber(0, 65_535),
  HOST: z.string().regex(/^[\w.:-]+$/),
  PUBLIC_URL: httpUrl.refine(isOrigin).transform((text) => new URL(text).origin),
  DATA_DIR: z.string().transform((path) => resolve(path)),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: wholeNumber(1, 500),
  DATABASE_CONNECT_SECONDS: wholeNumber(1, 60),
  DATABASE_STATEMENT_SECONDS: wholeNumber(0, 3600),
  DATABASE_IDLE_TRANSACTION_SECONDS: wholeNumber(0, 3600),
  BACKUP_DIR: z.string().transform((path) => resolve(path)),
  BACKUP_EVERY: duration,
  BACKUP_KEEP: keepRule,
  REDIS_URL: z.url({ protocol: /^rediss?$/, hostname: /./ }),
  REDIS_PREFIX: z.string().regex(/^[\w:.-]{1,64}$/),
  MARKET_PROVIDER: z.enum(['auto', 'coingecko', 'simulated']),
  COINGECKO_BASE_URL: httpUrl.refine(isBareAddress).transform((text) => text.replace(/\/{1,100}$/, '')),
  COINGECKO_API_KEY: printable,
  COINGECKO_PLAN: z.enum(coinGeckoPlans),
  COINGECKO_CALLS_PER_MINUTE: wholeNumber(1, 100_000),
  MARKET_REFRESH_SECONDS: wholeNumber(1, 86_400),
  SHARED_CACHE_SECONDS: wholeNumber(0, 60),
  NEWS_FEEDS: z.union([z.literal('off').transform((): string[] => []), feedList]),
  ADS: z.union([z.literal('off'), jsonFile.transform((file) => ({ file }))]),
  SITE_FILE: jsonFile,
  AUTH_RATE_LIMIT: z.enum(['on', 'off']),
  LOAD_SHEDDING: z.enum(['on', 'off']),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./ }).refine(hasKnownTls),
  MAIL_FROM: z.string().regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
  SUPPORT_EMAIL: z.string().regex(/^[^\s<>@,;"]+@[^\s<>@,;"]+$/),
  STRIPE_SECRET_KEY: printable,
  STRIPE_WEBHOOK_SECRET: printable,
  STRIPE_API_URL: httpUrl.refine(isOrigin).transform((text) => new URL(text).origin),
  STRIPE_FIRST_MONTH_COUPON: printable,
  DEFAULT_TIER: z.enum(tiers),
  TOKEN_SECRET: z.string().refine(areLongEnough).transform(splitSecrets),
  DRAIN_SECONDS: wholeNumber(0, 300),
  TRUST_PROXY: z.union([z.literal('off').transform(() => 0), wholeNumber(0, 20)]),
  METRICS_TOKEN: printable.min(16),
  LOG_LEVEL: z.enum(logLevels),
  NODE_ENV: z.string(),
} satisfies Record<string, z.ZodType<unknown, string>>;

export type VariableName = keyof typeof variableSchemas;
export type VariableValue<N extends VariableName> = z.output<(typeof variableSchemas)[N]>;

/** Values that are never printed and may come from a file: `TOKEN_SECRET_FILE` is the path to one with `TOKEN_SECRET`. */
export const secretVariables: ReadonlySet<VariableName> = new Set<VariableName>([
  'DATABASE_URL',
  'REDIS_URL',
  'COINGECKO_API_KEY',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TOKEN_SECRET',
  'METRICS_TOKEN',
]);
