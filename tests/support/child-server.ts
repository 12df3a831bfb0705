import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { rememberOutput } from './accounts/inbox-keys.ts';
import { searchLog } from './log-secrets.ts';

/** One of our servers, in its own process as an operator runs it. */
export interface ChildServer {
  /** Its address, without a trailing slash. */
  readonly url: string;
  readonly pid: number;
  /** All its output so far, both streams. */
  output(): string;
  /** Stops it (SIGTERM) and returns its exit code; null if it had to be killed after ten seconds. */
  stop(): Promise<number | null>;
  /** Kills it without cleanup, like a crash. */
  kill(): Promise<void>;
}

export interface ChildServerOptions {
  /** For Node itself. */
  readonly flags?: readonly string[];
  readonly args?: readonly string[];
  /** Its environment apart from PATH and HOME: a developer's own settings must not affect tests. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

const root = join(import.meta.dirname, '../..');
const startLimitMs = 120_000;
const stopLimitMs = 10_000;

/**
 * Starts a TypeScript file of the project and waits until it prints its address. Throws, with its output, if it exits
 * first.
 */
export async function startChildServer(file: string, options: ChildServerOptions): Promise<ChildServer> {
  const { PATH = '', HOME = '' } = process.env;
  const { flags = [], args = [] } = options;
  const child = spawn(process.execPath, [...flags, join(root, file), ...args], {
    cwd: options.cwd,
    env: { PATH, HOME, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  child.once('close', () => searchLog(printed));
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => {
      child.kill('SIGKILL');
      reject(new Error(`${file} ${reason}:\n${printed}`));
    };
    const limit = setTimeout(fail, startLimitMs, 'did not print its address');
    const read = (chunk: string) => {
      printed += chunk;
      const address = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(printed)?.[0];
      if (!address) return;
      clearTimeout(limit);
      resolve(address);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(limit);
      fail(`ended with ${code}`);
    });
  });
  rememberOutput(url, () => printed);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return {
    url,
    pid: child.pid!,
    output: () => printed,
    kill: () => end('SIGKILL'),
    stop: async () => {
      const limit = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      await end('SIGTERM');
      clearTimeout(limit);
      return child.exitCode;
    },
  };
}
