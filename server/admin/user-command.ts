import type { DestinationStream } from 'pino';
import { emailSchema } from '#contract/accounts/accounts.ts';
import { type Tier, tiers } from '#contract/plans.ts';
import { createUserDirectory, type UserDirectory } from '#server/accounts/module.ts';
import type { Config } from '#server/config/config.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { StartError } from '#server/platform/start-error.ts';
import { usageError } from './usage-error.ts';
import { withDatabase } from './with-database.ts';

/** `user ACTION EMAIL [VALUE]`. Changes to an account's security are logged to `stderr`. */
export function runUserCommand(
  [action, email, value, ...more]: readonly string[],
  config: Config,
  stderr: DestinationStream,
): Promise<string> {
  const withUsers = (work: (users: UserDirectory) => Promise<string>) =>
    withDatabase(config, (db) => work(createUserDirectory(db, createLogger(config.logLevel, stderr))));

  if (more.length > 0) throw usageError();
  if (action === 'list' && email === undefined) return withUsers(listUsers);
  if (action === 'list' || email === undefined) throw usageError();
  const address = readAddress(email);
  const command = value === undefined ? userCommands[action ?? ''] : undefined;
  if (command) return withUsers((users) => runOn(users, address, command));
  if (action === 'set-email' && value !== undefined) {
    const newAddress = readAddress(value);
    return withUsers((users) => setEmail(users, address, newAddress));
  }
  const known = tiers.find((name) => name === value);
  if (action !== 'set-tier' || known === undefined) throw usageError();
  return withUsers((users) => setTier(users, address, known));
}

function readAddress(email: string): string {
  const address = emailSchema.safeParse(email).data;
  if (address === undefined) throw new StartError(`${email} is not an e-mail address.`);
  return address;
}

/** A change to an account, and the message printed after it. */
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
  if (outcome === 'taken') throw new StartError(`Another account has verified the address ${newEmail}.`);
  return `The account of ${email} now has the address ${newEmail}, and is signed out everywhere.`;
}

async function listUsers(users: UserDirectory): Promise<string> {
  const rows = await users.list();
  const lines = rows.map((row) =>
    [row.email, row.tier, describeVerification(row), ...(row.locked_at === null ? [] : ['locked'])].join(
      '\t',
    ),
  );
  return [...lines, `${rows.length} ${rows.length === 1 ? 'account' : 'accounts'}`].join('\n');
}

function describeVerification({ verified_at }: { verified_at: number | null }): string {
  return verified_at === null ? 'not verified' : `verified ${new Date(verified_at).toISOString()}`;
}

async function setTier(users: UserDirectory, email: string, tier: Tier): Promise<string> {
  const account = await users.grantTier(email, tier);
  if (!account) throw noAccount(email);
  return account.tier === tier
    ? `${email} now has the tier ${tier}.`
    : `${email} keeps the tier ${account.tier}, which its subscription pays for, and gets ${tier} when that ends.`;
}

function noAccount(email: string): StartError {
  return new StartError(`No account has verified the address ${email}.`);
}
