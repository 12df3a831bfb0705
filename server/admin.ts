import { emailSchema } from '#contract/accounts/accounts.ts';
import { type Tier, tiers } from '#contract/plans.ts';
import type { Config } from '#server/config/config.ts';
import { inheritedEnvironment, readConfig } from '#server/config/read-config.ts';
import { backUpDatabase, restoreDatabase } from '#server/platform/database/backup.ts';
import { type Database, openDatabase } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { StartError } from '#server/platform/start-error.ts';
import { createUserDirectory, type UserDirectory } from './accounts/module.ts';
import { listMessages, listSubscribers } from './contact/module.ts';

const usage = `Usage: npm run admin -- COMMAND

It reads the server's configuration: give it the same DATA_DIR or DATABASE_URL.

  user list                          every account: e-mail address, tier, when the address was proved
  user set-tier EMAIL ${tiers.join('|')}
                                     sets the tier of the account that has proved the address
  user delete EMAIL                  deletes that account and all its data
  messages list                      every message from the contact page, those of Premium users first
  newsletter list                    every address that has confirmed the newsletter, and its link to unsubscribe
  backup FILE                        copies the database into a new file; the server may be running
  restore FILE                       replaces the database by a backup; stop the server first`;

/** Runs the command. Returns the text to print. Throws a `StartError` that names the mistake. */
async function runCommand(args: readonly string[], config: Config): Promise<string> {
  const [command, ...rest] = args;
  if (command === 'user') return runUserCommand(rest, config);
  if (args.join(' ') === 'newsletter list') return withDatabase(config, (db) => printSubscribers(db, config));
  if (args.join(' ') === 'messages list') return withDatabase(config, printMessages);
  const [file, ...more] = rest;
  if (file === undefined || more.length > 0) throw new StartError(usage);
  if (command === 'backup') return backUp(file, config);
  if (command === 'restore') return restore(file, config);
  throw new StartError(usage);
}

function runUserCommand([action, email, tier, ...more]: readonly string[], config: Config): Promise<string> {
  if (more.length > 0) throw new StartError(usage);
  if (action === 'list' && email === undefined) return withUsers(config, listUsers);
  if (action === 'list' || email === undefined) throw new StartError(usage);
  const address = emailSchema.safeParse(email).data;
  if (address === undefined) throw new StartError(`${email} is not an e-mail address.`);
  if (action === 'delete' && tier === undefined)
    return withUsers(config, (users) => deleteUser(users, address));
  const known = tiers.find((name) => name === tier);
  if (action !== 'set-tier' || known === undefined) throw new StartError(usage);
  return withUsers(config, (users) => setTier(users, address, known));
}

async function listUsers(users: UserDirectory): Promise<string> {
  const rows = await users.list();
  const lines = rows.map((row) => [row.email, row.tier, describeProof(row)].join('\t'));
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

async function deleteUser(users: UserDirectory, email: string): Promise<string> {
  if (!(await users.remove(email))) throw noAccount(email);
  return `Deleted the account of ${email}.`;
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

function noAccount(email: string): StartError {
  return new StartError(`No account has proved the address ${email}.`);
}

async function backUp(file: string, config: Config): Promise<string> {
  await backUpDatabase(backupOptions(file, config));
  return `Copied the database to ${file}.`;
}

async function restore(file: string, config: Config): Promise<string> {
  const damaged = await restoreDatabase(backupOptions(file, config));
  // A backup of an older version is brought up to date.
  await withDatabase(config, async () => '');
  const kept = damaged === undefined ? '' : ` The previous one was damaged; it is kept as ${damaged}.`;
  return `Restored the database from ${file}.${kept}`;
}

function backupOptions(file: string, { dataDir, databaseUrl }: Config) {
  const server =
    databaseUrl === undefined ? undefined : { url: databaseUrl, environment: inheritedEnvironment() };
  return { file, dataDir, server };
}

function withUsers(config: Config, work: (users: UserDirectory) => Promise<string>): Promise<string> {
  return withDatabase(config, (db) => work(createUserDirectory(db)));
}

async function withDatabase(config: Config, work: (db: Database) => Promise<string>): Promise<string> {
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
