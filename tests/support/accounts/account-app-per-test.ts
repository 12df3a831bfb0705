import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { TestDatabase } from '../databases.ts';
import { type AccountApp, createAccountApp } from './account-app.ts';

type OpenDatabase = () => Promise<TestDatabase>;
type CreateApp = (database: TestDatabase) => Promise<AccountApp>;

/** Always refers to the current app, once there is one. */
function holdApp(open: OpenDatabase, create: CreateApp) {
  let database: TestDatabase;
  let current: AccountApp;
  const site: AccountApp = {
    get app() {
      return current.app;
    },
    get db() {
      return current.db;
    },
    get clock() {
      return current.clock;
    },
    log: () => current.log(),
    pass: (ms) => current.pass(ms),
    browser: (address) => current.browser(address),
    plainClient: (address) => current.plainClient(address),
    mailsTo: (email) => current.mailsTo(email),
    codeTo: (email) => current.codeTo(email),
    member: (email) => current.member(email),
  };
  return {
    site,
    async open() {
      database = await open();
      current = await create(database);
    },
    async close() {
      await current.app.close();
      await database.remove();
    },
  };
}

/**
 * The whole application, new for each test of the block. `open`: opens its database. `create`: makes it, by default
 * with `createAccountApp` without options.
 */
export function accountAppPerTest(open: OpenDatabase, create: CreateApp = createAccountApp): AccountApp {
  const { site, ...held } = holdApp(open, create);
  beforeEach(held.open);
  afterEach(held.close);
  return site;
}

/** Like `accountAppPerTest`, but one for all tests of the block. */
export function sharedAccountApp(open: OpenDatabase, create: CreateApp = createAccountApp): AccountApp {
  const { site, ...held } = holdApp(open, create);
  beforeAll(held.open);
  afterAll(held.close);
  return site;
}
