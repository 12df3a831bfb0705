import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config/read-config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import type { PersonalEvents } from '#server/platform/streams/personal-events.ts';
import type { TestDatabase } from '../databases.ts';
import { searchLog } from '../log-secrets.ts';
import { FakeMarket } from '../market/fake-market.ts';
import type { FakeRates } from '../market/fake-rates.ts';
import { fakeNews } from '../news/fake-news.ts';
import { AccountClient } from './account-client.ts';

export const minute = 60_000;
export const day = 24 * 60 * minute;

/** The whole application over a real database, with a clock that the test controls. */
export interface AccountApp {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly clock: { now(): number };
  /** Everything logged. */
  readonly log: () => string;
  /** Advances the clock. */
  pass(ms: number): void;
  browser(address?: string): AccountClient;
  plainClient(address?: string): AccountClient;
  /** The texts of the e-mails to an address, newest first. */
  mailsTo(email: string): Promise<{ subject: string; text: string }[]>;
  /** The code in the newest e-mail to an address. */
  codeTo(email: string): Promise<string>;
  /** Creates a verified account in a separate browser, which is signed in to it. */
  member(email: string): Promise<AccountClient>;
}

export const testSecret = 'a secret of this test and of no other';

/** Opens the application on a database. `env`: its environment, by default without rate limits. */
export async function createAccountApp(
  database: TestDatabase,
  env: NodeJS.ProcessEnv = { AUTH_RATE_LIMIT: 'off' },
  market = new FakeMarket(),
  events?: PersonalEvents,
  rates?: FakeRates,
): Promise<AccountApp> {
  const db = await database.open();
  await migrateDatabase(db);
  // A whole second, so that the tokens' times equal the clock's.
  let now = 1_800_000_000_000;
  const clock = { now: () => now };
  const lines: string[] = [];
  const write = (line: string) => {
    lines.push(line);
    searchLog(line);
  };
  const { dataDir, databaseUrl } = database.options;
  // The thread that reads ledgers opens the configured database itself.
  const place = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const config = loadConfig({ ...place, LOAD_SHEDDING: 'off', ...env });
  const { http: app } = await createApp({
    config,
    logger: createLogger('trace', { write }),
    database: db,
    registry: new Registry(),
    version: '1.2.3',
    publicUrl: () => config.publicUrl,
    secret: testSecret,
    clock,
    replacements: { market, news: fakeNews(), ...(events && { events }), ...(rates && { rates }) },
  });

  async function mailsTo(email: string) {
    const rows = await db
      .selectFrom('mails')
      .select(['subject', 'body'])
      .where('recipient', '=', email)
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map(({ subject, body }) => ({ subject, text: body }));
  }

  const codeTo = async (email: string) => {
    const codes = (await mailsTo(email)).map(({ text }) => /\b[\dA-Z]{4}-[\dA-Z]{4}\b/.exec(text)?.[0]);
    const code = codes.find((found) => found !== undefined);
    if (!code) throw new Error(`no code was mailed to ${email}`);
    return code;
  };

  return {
    app,
    db,
    clock,
    log: () => lines.join(''),
    pass: (ms) => {
      now += ms;
    },
    browser: (address) => new AccountClient(app, 'browser', address),
    plainClient: (address) => new AccountClient(app, 'plain', address),
    mailsTo,
    codeTo,
    async member(email) {
      const client = new AccountClient(app);
      await client.signUp(email);
      // So that the next e-mail to the address counts as the newest.
      now += 1000;
      const { status } = await client.verify(email, await codeTo(email));
      if (status !== 200) throw new Error(`the code for ${email} did not work`);
      return client;
    },
  };
}
