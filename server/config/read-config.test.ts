import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import { defaultSite } from './default-site.ts';
import { loadConfig, withPort } from './read-config.ts';
import { readEnvFile } from './read-env-file.ts';

function refusal(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  }
  throw new Error(`${JSON.stringify(env)} was accepted`);
}

const folder = mkdtempSync(join(tmpdir(), 'altimeter-config-'));
const siteFile = join(folder, 'site.json');
writeFileSync(siteFile, '{"name": "Sextant"}');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const publicSite = { PUBLIC_URL: 'https://altimeter.example', SMTP_URL: 'smtp://mail.example' };

describe('the configuration', () => {
  it('has a default for every variable', () => {
    expect(loadConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      drainSeconds: 3,
      hasSecureCookies: true,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      connections: { poolSize: 10, connectMs: 8000, statementMs: 30_000, idleTransactionMs: 60_000 },
      backups: undefined,
      redis: undefined,
      market: {
        provider: 'auto',
        refreshSeconds: 60,
        coingecko: {
          baseUrl: 'https://api.coingecko.com/api/v3',
          apiKey: undefined,
          plan: 'public',
          callsPerMinute: 10,
        },
      },
      news: { feeds: 'built-in' },
      ads: 'built-in',
      site: defaultSite,
      mail: { smtpUrl: undefined, from: 'Altimeter <no-reply@localhost>', supportEmail: 'support@localhost' },
      accounts: { isRateLimited: true, defaultTier: 'free', tokenSecrets: [] },
      stripe: undefined,
      shedsLoad: true,
      trustedProxies: 0,
      logLevel: 'info',
      isDevelopment: false,
    });
  });

  it('reads every variable', () => {
    const config = loadConfig({
      PORT: '8080',
      HOST: '::',
      PUBLIC_URL: 'https://altimeter.example/',
      DATA_DIR: '/var/lib/altimeter',
      DATABASE_URL: 'postgres://user:secret@db/altimeter',
      REDIS_URL: 'rediss://:secret@cache:6380/2',
      REDIS_PREFIX: 'site-2:',
      MARKET_PROVIDER: 'coingecko',
      COINGECKO_BASE_URL: 'http://127.0.0.1:9000/api/v3/',
      COINGECKO_API_KEY: 'CG-key',
      COINGECKO_PLAN: 'demo',
      COINGECKO_CALLS_PER_MINUTE: '7',
      MARKET_REFRESH_SECONDS: '1',
      DRAIN_SECONDS: '5',
      SHARED_CACHE_SECONDS: '15',
      NEWS_FEEDS: 'https://a.example/feed, http://10.0.0.5:8080/rss ,https://a.example/feed',
      ADS: '/etc/altimeter/ads.json',
      SITE_FILE: siteFile,
      AUTH_RATE_LIMIT: 'on',
      LOAD_SHEDDING: 'off',
      SMTP_URL: 'smtps://user:secret@mail.example',
      MAIL_FROM: 'Altimeter <hello@altimeter.example>',
      SUPPORT_EMAIL: 'help@altimeter.example',
      STRIPE_SECRET_KEY: 'sk_test_key',
      STRIPE_WEBHOOK_SECRET: 'whsec_key',
      STRIPE_API_URL: 'http://127.0.0.1:12111/',
      STRIPE_FIRST_MONTH_COUPON: 'HALF',
      DEFAULT_TIER: 'premium',
      TOKEN_SECRET: 'a secret of this test and of no other',
      TRUST_PROXY: '2',
      LOG_LEVEL: 'debug',
      NODE_ENV: 'development',
    });
    expect(config).toEqual({
      port: 8080,
      host: '::',
      publicUrl: 'https://altimeter.example',
      drainSeconds: 5,
      hasSecureCookies: true,
      dataDir: '/var/lib/altimeter',
      databaseUrl: 'postgres://user:secret@db/altimeter',
      connections: { poolSize: 10, connectMs: 8000, statementMs: 30_000, idleTransactionMs: 60_000 },
      backups: undefined,
      redis: { url: 'rediss://:secret@cache:6380/2', prefix: 'site-2:' },
      market: {
        provider: 'coingecko',
        refreshSeconds: 1,
        sharedCacheSeconds: 15,
        coingecko: {
          baseUrl: 'http://127.0.0.1:9000/api/v3',
          apiKey: 'CG-key',
          plan: 'demo',
          callsPerMinute: 7,
        },
      },
      news: { feeds: ['https://a.example/feed', 'http://10.0.0.5:8080/rss'] },
      ads: { file: '/etc/altimeter/ads.json' },
      site: { ...defaultSite, name: 'Sextant', security: undefined },
      mail: {
        smtpUrl: 'smtps://user:secret@mail.example',
        from: 'Altimeter <hello@altimeter.example>',
        supportEmail: 'help@altimeter.example',
      },
      accounts: {
        isRateLimited: true,
        defaultTier: 'premium',
        tokenSecrets: ['a secret of this test and of no other'],
      },
      stripe: {
        secretKey: 'sk_test_key',
        webhookSecret: 'whsec_key',
        apiUrl: 'http://127.0.0.1:12111',
        firstMonthCoupon: 'HALF',
      },
      shedsLoad: false,
      trustedProxies: 2,
      logLevel: 'debug',
      isDevelopment: true,
    });
  });

  it('treats an empty variable as unset', () => {
    expect(loadConfig({ PORT: '', PUBLIC_URL: ' ', REDIS_URL: '' }).publicUrl).toBe('http://localhost:3000');
  });

  it('has no feeds if NEWS_FEEDS is off', () => {
    expect(loadConfig({ NEWS_FEEDS: 'off' }).news).toEqual({ feeds: [] });
  });

  it.each([
    ['demo', 'https://api.coingecko.com/api/v3', 30],
    ['pro', 'https://pro-api.coingecko.com/api/v3', 500],
  ])('uses the address and budget of the %s plan', (plan, baseUrl, callsPerMinute) => {
    const { coingecko } = loadConfig({ COINGECKO_PLAN: plan, COINGECKO_API_KEY: 'k' }).market;
    expect(coingecko).toMatchObject({ baseUrl, callsPerMinute });
  });

  it.each(['demo', 'pro'])('refuses the %s plan without its key', (plan) => {
    expect(refusal({ COINGECKO_PLAN: plan })).toBe(
      `COINGECKO_API_KEY is not set: COINGECKO_PLAN=${plan} needs the key of that plan.`,
    );
  });

  it('refuses one Stripe key without the other', () => {
    expect(refusal({ STRIPE_SECRET_KEY: 'sk_test_key' })).toBe(
      'STRIPE_WEBHOOK_SECRET is not set: STRIPE_SECRET_KEY needs the secret that signs payment events.',
    );
    expect(refusal({ STRIPE_WEBHOOK_SECRET: 'whsec_key' })).toBe(
      'STRIPE_SECRET_KEY is not set: STRIPE_WEBHOOK_SECRET needs the key of the same account.',
    );
  });

  it('refuses Redis without a PostgreSQL', () => {
    expect(refusal({ REDIS_URL: 'redis://:hunter2@cache' })).toBe(
      'DATABASE_URL is not set: REDIS_URL is for several servers, which also need one PostgreSQL.',
    );
  });

  it('prefixes the keys in Redis', () => {
    const env = { DATABASE_URL: 'postgres://db/altimeter', REDIS_URL: 'redis://cache' };
    expect(loadConfig(env).redis).toEqual({ url: 'redis://cache', prefix: 'altimeter:' });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PORT', '1e3'],
    ['HOST', 'a b'],
    ['PUBLIC_URL', 'altimeter.example'],
    ['PUBLIC_URL', 'ftp://altimeter.example'],
    ['PUBLIC_URL', 'https://altimeter.example/crypto'],
    ['PUBLIC_URL', 'https://user:pw@altimeter.example'],
    ['REDIS_PREFIX', 'my site'],
    ['MARKET_PROVIDER', 'binance'],
    ['COINGECKO_BASE_URL', 'api.coingecko.com'],
    ['COINGECKO_BASE_URL', 'https://user:pw@proxy.example/api/v3'],
    ['COINGECKO_BASE_URL', 'https://proxy.example/api/v3?key=1'],
    ['COINGECKO_PLAN', 'enterprise'],
    ['COINGECKO_CALLS_PER_MINUTE', '0'],
    ['MARKET_REFRESH_SECONDS', '0'],
    ['MARKET_REFRESH_SECONDS', '0.5'],
    ['SHARED_CACHE_SECONDS', '61'],
    ['ADS', 'on'],
    ['ADS', 'ads.txt'],
    ['NEWS_FEEDS', 'on'],
    ['NEWS_FEEDS', ','],
    ['NEWS_FEEDS', 'https://a.example/feed off'],
    ['NEWS_FEEDS', 'https://a.example/feed,file:///etc/passwd'],
    ['NEWS_FEEDS', 'https://user:pw@a.example/feed'],
    ['AUTH_RATE_LIMIT', 'no'],
    ['LOAD_SHEDDING', 'no'],
    ['MAIL_FROM', 'Altimeter'],
    ['SUPPORT_EMAIL', 'support'],
    ['SUPPORT_EMAIL', 'a@b.c, e@b.c'],
    ['MAIL_FROM', 'Altimeter <a@b.c>, Eve <e@b.c>'],
    ['DEFAULT_TIER', 'gold'],
    ['TRUST_PROXY', 'true'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s in one line with the value and what is expected', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} is .+; expected .+\\.$`));
    expect(message).toContain(JSON.stringify(value));
  });

  it.each([
    ['DATABASE_URL', 'mysql://user:hunter2@db/altimeter'],
    ['REDIS_URL', 'http://user:hunter2@cache'],
    ['COINGECKO_API_KEY', 'hunter2 with spaces'],
    ['SMTP_URL', 'https://user:hunter2@mail.example'],
    ['SMTP_URL', 'smtp://user:hunter2@mail.example?tls=no'],
    ['SMTP_URL', 'smtps://user:hunter2@mail.example?tls=off'],
    ['SMTP_URL', 'smtp://user:hunter2@mail.example?requireTLS=false'],
    ['SMTP_URL', 'smtp://user:hunter2@mail.example?tls=off&secure=false'],
    ['TOKEN_SECRET', `${'n'.repeat(40)},hunter2`],
    ['TOKEN_SECRET', `hunter2, ${'o'.repeat(40)}`],
    ['TOKEN_SECRET', `${'n'.repeat(40)},`],
  ])('does not print the value of %s', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} is .+; expected .+\\.$`));
    expect(message).not.toContain('hunter2');
  });

  it('uses the port chosen by the system in the default public address', () => {
    expect(withPort(loadConfig({ PORT: '0' }), 41_234)).toMatchObject({
      port: 41_234,
      publicUrl: 'http://localhost:41234',
    });
    expect(withPort(loadConfig({ PORT: '0', ...publicSite }), 41_234)).toMatchObject({
      publicUrl: 'https://altimeter.example',
    });
  });
});

describe('a public server', () => {
  it('needs only a mail server with the embedded database', () => {
    expect(loadConfig(publicSite).mail).toEqual({
      smtpUrl: 'smtp://mail.example',
      from: 'Altimeter <no-reply@altimeter.example>',
      supportEmail: 'support@altimeter.example',
    });
  });

  it.each([
    ['SMTP_URL', { PUBLIC_URL: 'https://altimeter.example' }],
    ['SMTP_URL', { PUBLIC_URL: 'http://192.168.1.7:3000' }],
    ['SMTP_URL', { PUBLIC_URL: 'http://localhost.altimeter.example' }],
    ['AUTH_RATE_LIMIT', { ...publicSite, AUTH_RATE_LIMIT: 'off' }],
    ['TOKEN_SECRET', { ...publicSite, DATABASE_URL: 'postgres://db/altimeter' }],
  ])('is refused in one line because of %s: %j', (name, env) => {
    expect(refusal(env)).toMatch(new RegExp(`^${name} is .+; expected .+: PUBLIC_URL is .+\\.$`));
  });

  it.each(['http://localhost:3000', 'http://app.localhost', 'http://127.0.0.1:80', 'http://[::1]:3000'])(
    'is not one whose address is %s',
    (PUBLIC_URL) => {
      const config = loadConfig({ PUBLIC_URL, AUTH_RATE_LIMIT: 'off' });
      expect([config.accounts.isRateLimited, config.hasSecureCookies]).toEqual([false, true]);
    },
  );

  it('has no secure cookies over plain http', () => {
    const env = { PUBLIC_URL: 'http://192.168.1.7:3000', SMTP_URL: 'smtp://mail.example' };
    expect(loadConfig(env).hasSecureCookies).toBe(false);
  });
});

describe('the .env file', () => {
  it('provides variables', () => {
    const path = join(folder, '.env');
    writeFileSync(path, '# the port\nPORT=4000\nHOST="0.0.0.0"\n');
    expect(readEnvFile(path)).toEqual({ PORT: '4000', HOST: '0.0.0.0' });
  });

  it('is optional', () => {
    expect(readEnvFile(join(folder, 'missing'))).toEqual({});
  });

  it('accepts a new and an old secret during a rotation', () => {
    const [fresh, old] = ['n'.repeat(32), 'o'.repeat(40)];
    const read = (secret: string) => loadConfig({ TOKEN_SECRET: secret }).accounts.tokenSecrets;
    for (const comma of [',', ', ']) expect(read(`${fresh}${comma}${old}`)).toEqual([fresh, old]);
    expect(read(fresh)).toEqual([fresh]);
  });
});

describe('secrets in files', () => {
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  it('are read without the line end, for every secret', () => {
    const config = loadConfig({
      DATABASE_URL_FILE: write('database', 'postgres://user:secret@db/altimeter\n'),
      SMTP_URL_FILE: write('smtp', 'smtps://user:secret@mail.example'),
      TOKEN_SECRET_FILE: write('token', '\uFEFFa secret of this test and of no other\r\n'),
      METRICS_TOKEN_FILE: write('metrics', 'sixteen-characters'),
      COINGECKO_API_KEY_FILE: write('coingecko', 'CG-key\n'),
      STRIPE_SECRET_KEY_FILE: write('stripe', 'sk_test_key\n'),
      STRIPE_WEBHOOK_SECRET_FILE: write('webhook', 'whsec\n'),
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgres://user:secret@db/altimeter',
      mail: { smtpUrl: 'smtps://user:secret@mail.example' },
      accounts: { tokenSecrets: ['a secret of this test and of no other'] },
      metricsToken: 'sixteen-characters',
      market: { coingecko: { apiKey: 'CG-key' } },
      stripe: { secretKey: 'sk_test_key', webhookSecret: 'whsec' },
    });
  });

  it('are refused in one line that shows no value', () => {
    const missing = join(folder, 'missing');
    expect(refusal({ TOKEN_SECRET_FILE: missing })).toBe(
      `TOKEN_SECRET_FILE is ${JSON.stringify(missing)}; expected a file that can be read (ENOENT).`,
    );
    const empty = write('empty', ' \n');
    expect(refusal({ TOKEN_SECRET_FILE: empty })).toBe(
      `TOKEN_SECRET_FILE is ${JSON.stringify(empty)}; expected a file that is not empty.`,
    );
    expect(refusal({ TOKEN_SECRET_FILE: write('short', 'hunter2') })).toMatch(
      /^TOKEN_SECRET_FILE is set to a value that is not shown here; expected at least 32 characters/,
    );
    expect(refusal({ METRICS_TOKEN: 'sixteen-characters', METRICS_TOKEN_FILE: empty })).toBe(
      'METRICS_TOKEN and METRICS_TOKEN_FILE are both set; expected only one of them.',
    );
  });
});

describe('backups and connections', () => {
  it('have the configured values', () => {
    const config = loadConfig({
      BACKUP_DIR: 'backups',
      BACKUP_EVERY: '30m',
      BACKUP_KEEP: '2h, 3d',
      DATABASE_POOL_SIZE: '20',
      DATABASE_CONNECT_SECONDS: '5',
      DATABASE_STATEMENT_SECONDS: '0',
      DATABASE_IDLE_TRANSACTION_SECONDS: '10',
    });
    expect(config.backups).toEqual({
      folder: resolve('backups'),
      everyMs: 1_800_000,
      keep: { counts: { h: 2, d: 3 } },
    });
    expect(config.connections).toEqual({
      poolSize: 20,
      connectMs: 5000,
      statementMs: 0,
      idleTransactionMs: 10_000,
    });
    const defaults = loadConfig({ BACKUP_DIR: 'backups' }).backups;
    expect(defaults).toMatchObject({ everyMs: 3_600_000, keep: { counts: { h: 24, d: 7, m: 12 } } });
    expect(loadConfig({ BACKUP_DIR: 'backups', BACKUP_EVERY: '90' }).backups?.everyMs).toBe(90_000);
  });

  it.each([
    [{ BACKUP_EVERY: '1h' }, 'BACKUP_DIR is not set: BACKUP_EVERY needs a folder for backups.'],
    [{ BACKUP_KEEP: '1h' }, 'BACKUP_DIR is not set: BACKUP_KEEP needs a folder for backups.'],
    [
      { BACKUP_DIR: 'b', BACKUP_EVERY: 'hourly' },
      'BACKUP_EVERY is "hourly"; expected a time such as 30m, 1h or 1d (s, m, h or d; seconds without a letter).',
    ],
    [
      { BACKUP_DIR: 'b', BACKUP_KEEP: '24' },
      'BACKUP_KEEP is "24"; expected numbers of hours, days, weeks, months and years to keep backups for, such as 24h,7d,12m.',
    ],
    [
      { DATABASE_POOL_SIZE: '0' },
      'DATABASE_POOL_SIZE is "0"; expected a number of connections from 1 to 500.',
    ],
  ])('are refused in one line: %j', (env, message) => expect(refusal(env)).toBe(message));
});
