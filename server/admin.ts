import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { emailSchema } from '#contract/accounts/accounts.ts';
import { type Tier, tiers } from '#contract/plans.ts';
import type { Config } from '#server/config/config.ts';
import { readConfig } from '#server/config/read-config.ts';
import { restoreDatabase } from '#server/platform/backups/backup.ts';
import { lockDataDir } from '#server/platform/database/data-dir-lock.ts';
import { type Database, openDatabase } from '#server/platform/database/database.ts';
import { migrateDatabase, revertMigrations } from '#server/platform/database/migrate-database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { StartError } from '#server/platform/start-error.ts';
import { createUserDirectory, type UserDirectory } from './accounts/module.ts';
import { runBackupCommand, sourceOf } from './admin-backups.ts';
import { listMessages, listSubscribers } from './contact/module.ts';
import {
  createMarketStore,
  importEcbRates,
  importPrices,
  maxShownLines,
  type PriceImport,
  type RefusedLine,
} from './market/module.ts';

/** The first that the version before the ledger does not have. */
const ledgerMigration = '0021-ledger';

const usage = `Usage: npm run admin -- COMMAND

It reads the server's configuration: give it the same DATA_DIR or DATABASE_URL.

  user list                          every account: e-mail address, tier, when the address was proved
  user set-tier EMAIL ${tiers.join('|')}
                                     sets the tier of the account that has proved the address
  user set-email EMAIL NEW           gives that account another address, and ends its sessions
  user end-sessions EMAIL            signs that account out everywhere; passkeys and API keys stay
  user lock EMAIL                    refuses every sign-in and call of that account, API keys included
  user unlock EMAIL                  ends that; its owner has to sign in again
  user delete EMAIL                  deletes that account with all that is kept of it
  messages list                      every message from the contact page, those of Premium users first
  newsletter list                    every address that has confirmed the newsletter, and its link to unsubscribe
  prices import FILE [--coin ID --currency CODE]
                                     adds daily prices: Kraken's OHLCVT files (csv or zip), CoinGecko's CSV export,
                                     or lines of date,price
  rates import FILE                  adds the exchange rates of the European Central Bank's eurofxref-hist.csv
  backup FILE                        copies the database into a new file; the server may be running
  backup [FOLDER] [--keep 24h,7d,12m]
                                     adds a backup to the folder (or BACKUP_DIR) and removes older ones but the newest
                                     of each of the last 24 hours, 7 days and 12 months that have one
  backup verify FILE                 restores a backup into a scratch database, compares every table with what it held
                                     when the backup was made, and removes the scratch database
  restore FILE                       replaces the database by a backup; stop the server first
  ledger undo                        makes positions of opening transactions again, for the version before the
                                     ledger; other transactions are lost: stop the server and make a backup first`;

/** Runs the command. Returns the text to print. Throws a `StartError` that names the mistake. */
async function runCommand(args: readonly string[], config: Config): Promise<string> {
  const [command, ...rest] = args;
  if (command === 'user') return runUserCommand(rest, config);
  if (args.join(' ') === 'newsletter list') return withDatabase(config, (db) => printSubscribers(db, config));
  if (args.join(' ') === 'messages list') return withDatabase(config, printMessages);
  if (command === 'prices') return runPricesCommand(rest, config);
  if (command === 'rates') return runRatesCommand(rest, config);
  if (args.join(' ') === 'ledger undo') return undoLedger(config);
  if (command === 'backup' || command === 'verify') {
    const printed = await runBackupCommand(command === 'backup' ? rest : args, config);
    if (printed !== undefined) return printed;
  }
  const [file, ...more] = rest;
  if (command !== 'restore' || file === undefined || more.length > 0) throw new StartError(usage);
  return restore(file, config);
}

function runUserCommand([action, email, value, ...more]: readonly string[], config: Config): Promise<string> {
  if (more.length > 0) throw new StartError(usage);
  if (action === 'list' && email === undefined) return withUsers(config, listUsers);
  if (action === 'list' || email === undefined) throw new StartError(usage);
  const address = readAddress(email);
  const command = value === undefined ? userCommands[action ?? ''] : undefined;
  if (command) return withUsers(config, (users) => runOn(users, address, command));
  if (action === 'set-email' && value !== undefined) {
    const newAddress = readAddress(value);
    return withUsers(config, (users) => setEmail(users, address, newAddress));
  }
  const known = tiers.find((name) => name === value);
  if (action !== 'set-tier' || known === undefined) throw new StartError(usage);
  return withUsers(config, (users) => setTier(users, address, known));
}

function readAddress(email: string): string {
  const address = emailSchema.safeParse(email).data;
  if (address === undefined) throw new StartError(`${email} is not an e-mail address.`);
  return address;
}

/** What is done to an account, and what is then printed about it. */
interface UserCommand {
  readonly run: (users: UserDirectory, email: string) => Promise<boolean>;
  readonly done: (email: string) => string;
}

const userCommands: Readonly<Record<string, UserCommand>> = {
  delete: {
    run: (users, email) => users.remove(email),
    done: (email) => `The account of ${email} is deleted.`,
  },
  'end-sessions': {
    run: (users, email) => users.endSessions(email),
    done: (email) => `${email} is signed out everywhere.`,
  },
  lock: {
    run: (users, email) => users.lock(email),
    done: (email) => `The account of ${email} is locked.`,
  },
  unlock: {
    run: (users, email) => users.unlock(email),
    done: (email) => `The account of ${email} is unlocked.`,
  },
};

async function runOn(users: UserDirectory, email: string, { run, done }: UserCommand): Promise<string> {
  if (!(await run(users, email))) throw noAccount(email);
  return done(email);
}

async function setEmail(users: UserDirectory, email: string, newEmail: string): Promise<string> {
  const outcome = await users.updateEmail(email, newEmail);
  if (outcome === 'unknown') throw noAccount(email);
  if (outcome === 'taken') throw new StartError(`Another account has proved the address ${newEmail}.`);
  return `The account of ${email} has the address ${newEmail} now, and is signed out everywhere.`;
}

async function listUsers(users: UserDirectory): Promise<string> {
  const rows = await users.list();
  const lines = rows.map((row) =>
    [row.email, row.tier, describeProof(row), ...(row.locked_at === null ? [] : ['locked'])].join('\t'),
  );
  return [...lines, `${rows.length} ${rows.length === 1 ? 'account' : 'accounts'}`].join('\n');
}

function describeProof({ verified_at }: { verified_at: number | null }): string {
  return verified_at === null ? 'not proved' : `proved ${new Date(verified_at).toISOString()}`;
}

async function setTier(users: UserDirectory, email: string, tier: Tier): Promise<string> {
  const account = await users.grantTier(email, tier);
  if (!account) throw noAccount(email);
  return account.tier === tier
    ? `${email} now has the tier ${tier}.`
    : `${email} keeps the tier ${account.tier}, which its subscription pays for, and gets ${tier} when that ends.`;
}

async function printMessages(db: Database): Promise<string> {
  const messages = await listMessages(db);
  const lines = messages.map(({ priority, created_at, name, email, subject }) =>
    [priority === 'none' ? '-' : priority, new Date(created_at).toISOString(), email, name, subject].join(
      '\t',
    ),
  );
  return [...lines, `${messages.length} ${messages.length === 1 ? 'message' : 'messages'}`].join('\n');
}

async function printSubscribers(db: Database, { publicUrl }: Config): Promise<string> {
  const subscribers = await listSubscribers(db, publicUrl);
  return subscribers.map(({ email, unsubscribeUrl }) => `${email}\t${unsubscribeUrl}`).join('\n');
}

async function runRatesCommand([action, file, ...more]: readonly string[], config: Config): Promise<string> {
  if (action !== 'import' || file === undefined || more.length > 0) throw new StartError(usage);
  const text = readText(file);
  const { added, known, refused } = await withDatabase(config, async (db) => {
    const done = await importEcbRates(db, text, Date.now());
    if (done) return done;
    throw new StartError(`${file} has no rates that can be read: it must be the ECB's eurofxref-hist.csv.`);
  });
  return describeImport({ added, known, refused: { count: refused.length, shown: refused } });
}

/** `import FILE [--coin ID] [--currency CODE]`, the options anywhere. */
async function runPricesCommand([action, ...args]: readonly string[], config: Config): Promise<string> {
  const { file, coin, currency } = readPriceArgs(args);
  if (action !== 'import' || file === undefined) throw new StartError(usage);
  const target = { coinId: coin, currency: currency?.toLowerCase() };
  const logger = createLogger('warn');
  const done = await withDatabase(config, (db) =>
    importPrices(file, target, { db, market: createMarketStore(db, logger), now: Date.now() }),
  );
  return describeImport(done);
}

function readPriceArgs(args: readonly string[]) {
  try {
    const options = { coin: { type: 'string' }, currency: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length !== 1) throw new StartError(usage);
    return { file: positionals[0], ...values };
  } catch (error) {
    throw new StartError(usage, { cause: error });
  }
}

function describeImport({ added, known, refused }: Pick<PriceImport, 'added' | 'known'> & Refused): string {
  const lines = refused.shown.slice(0, maxShownLines).map(({ file, line, reason }) => {
    const place = [file, line === undefined ? undefined : `line ${line}`].filter(
      (part) => part !== undefined,
    );
    return place.length === 0 ? reason : `${place.join(' ')}: ${reason}`;
  });
  return [`${added} new, ${known} known, ${refused.count} refused`, ...lines].join('\n');
}

interface Refused {
  readonly refused: { readonly count: number; readonly shown: readonly RefusedLine[] };
}

/** The bank's file has some hundred bytes a day. */
const maxTextBytes = 64 * 1024 * 1024;

function readText(file: string): string {
  try {
    if (statSync(file).size <= maxTextBytes) return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? error}.`);
  }
  throw new StartError(
    `${file} is larger than ${maxTextBytes / 1024 / 1024} MB: it cannot be the ECB's file.`,
  );
}

function noAccount(email: string): StartError {
  return new StartError(`No account has proved the address ${email}.`);
}

async function restore(file: string, config: Config): Promise<string> {
  const damaged = await restoreDatabase({ ...sourceOf(config), file });
  // A backup of an older version is brought up to date.
  await withDatabase(config, async () => '');
  const kept = damaged === undefined ? '' : ` The previous one was damaged; it is kept as ${damaged}.`;
  return `Restored the database from ${file}.${kept}`;
}

async function undoLedger(config: Config): Promise<string> {
  const lock = lockDataDir(config.dataDir);
  try {
    return await withDatabase(config, async (db) => {
      const lost = await countOtherTransactions(db);
      await revertMigrations(db, ledgerMigration);
      const gone = `${lost} ${lost === 1 ? 'transaction is' : 'transactions are'} gone`;
      return `Openings are positions again, and ${gone}. Start the version before the ledger now.`;
    });
  } finally {
    lock.release();
  }
}

async function countOtherTransactions(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('transactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('type', '<>', 'opening')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

function withUsers(config: Config, work: (users: UserDirectory) => Promise<string>): Promise<string> {
  // To standard error: standard output is the command's answer.
  const logger = createLogger(config.logLevel, process.stderr);
  return withDatabase(config, (db) => work(createUserDirectory(db, logger)));
}

async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...config, logger: createLogger('warn') });
  try {
    await migrateDatabase(database);
    return await work(database);
  } finally {
    await database.destroy();
  }
}

try {
  const printed = await runCommand(process.argv.slice(2), readConfig());
  console.log(printed);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
