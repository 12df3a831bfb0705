import { inspect } from 'node:util';
import type { DestinationStream } from 'pino';
import type { Config } from '#server/config/config.ts';
import { listMessages, listSubscribers } from '#server/contact/module.ts';
import type { Database } from '#server/platform/database/database.ts';
import { StartError } from '#server/platform/start-error.ts';
import { runBackupCommand } from './backup-command.ts';
import { runImportCommand } from './import-command.ts';
import { runRestoreCommand } from './restore-command.ts';
import { undoLedger } from './undo-ledger.ts';
import { usageError } from './usage-error.ts';
import { runUserCommand } from './user-command.ts';
import { withDatabase } from './with-database.ts';

/** Where a command prints: its result to `stdout`, errors and the log of its actions to `stderr`. */
export interface AdminStreams {
  readonly stdout: DestinationStream;
  readonly stderr: DestinationStream;
}

/**
 * The operator's tool: runs the command in `args` and prints its result, or the error in one line. Returns the exit
 * status: 0, or 1 if the command was not carried out.
 */
export async function runAdmin(
  args: readonly string[],
  readConfig: () => Config,
  { stdout, stderr }: AdminStreams,
): Promise<number> {
  try {
    stdout.write(`${await runCommand(args, readConfig(), stderr)}\n`);
    return 0;
  } catch (error) {
    stderr.write(`${error instanceof StartError ? error.message : inspect(error)}\n`);
    return 1;
  }
}

/** Returns the text to print. Throws a `StartError` that describes the mistake. */
async function runCommand(
  args: readonly string[],
  config: Config,
  stderr: DestinationStream,
): Promise<string> {
  const [command, ...rest] = args;
  if (command === 'user') return runUserCommand(rest, config, stderr);
  if (args.join(' ') === 'newsletter list') return withDatabase(config, (db) => printSubscribers(db, config));
  if (args.join(' ') === 'messages list') return withDatabase(config, printMessages);
  if (command === 'prices' || command === 'rates') return runImportCommand(command, rest, config);
  if (args.join(' ') === 'ledger undo') return undoLedger(config);
  if (command === 'backup' || command === 'verify') {
    const printed = await runBackupCommand(command === 'backup' ? rest : args, config);
    if (printed !== undefined) return printed;
  }
  const [file, ...more] = rest;
  if (command !== 'restore' || file === undefined || more.length > 0) throw usageError();
  return runRestoreCommand(file, config);
}

async function printMessages(db: Database): Promise<string> {
  const messages = await listMessages(db);
  const lines = messages.map(({ priority, created_at, name, email, subject, message }) =>
    [
      priority === 'none' ? '-' : priority,
      new Date(created_at).toISOString(),
      email,
      name,
      subject,
      onOneLine(message),
    ].join('\t'),
  );
  return [...lines, `${messages.length} ${messages.length === 1 ? 'message' : 'messages'}`].join('\n');
}

/** Also without control characters, which a stranger could send to the operator's terminal. */
const onOneLine = (text: string) => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();

async function printSubscribers(db: Database, { publicUrl }: Config): Promise<string> {
  const subscribers = await listSubscribers(db, publicUrl);
  return subscribers.map(({ email, unsubscribeUrl }) => `${email}\t${unsubscribeUrl}`).join('\n');
}
