import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A running program.
 * @typedef {object} Running
 * @property {number} pid
 * @property {() => string} output the end of its output
 * @property {Promise<string>} ended how it ended, in words
 * @property {(signal: NodeJS.Signals) => void} kill
 */

/**
 * @typedef {object} ProgramOptions
 * @property {string} cwd
 * @property {Record<string, string | undefined>} [env]
 * @property {{uid: number, gid: number}} [user]
 * @property {(line: string) => void} [onLine] receives each line of output
 * @property {(running: Running) => void} [track] receives the program immediately, before it is ready
 */

const keptOutput = 16_000;

/**
 * Starts a program in a separate process group, so that the terminal's Ctrl-C does not reach it: its starter ends it,
 * in order.
 * @param {string} command
 * @param {string[]} args
 * @param {ProgramOptions} options
 * @returns {Running}
 */
export function startProgram(command, args, { cwd, env = process.env, user, onLine, track }) {
  const child = spawn(command, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  let output = '';
  let line = '';
  /** @param {string} chunk */
  const read = (chunk) => {
    output = (output + chunk).slice(-keptOutput);
    const lines = (line + chunk).split('\n');
    line = lines.pop() ?? '';
    if (onLine) for (const text of lines) onLine(text);
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) =>
      resolve(signal ? `ended by ${signal}` : `ended with status ${code}`),
    );
  });
  const running = {
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    /** @param {NodeJS.Signals} signal */
    kill: (signal) => void (child.exitCode === null && child.signalCode === null && child.kill(signal)),
  };
  track?.(running);
  return running;
}

/**
 * Ends a program by a series of signals, each with its time limit (ms), and finally by SIGKILL.
 * @param {Running} program
 * @param {readonly (readonly [NodeJS.Signals, number])[]} signals
 */
export async function stopProgram(program, signals) {
  for (const [signal, limitMs] of [...signals, /** @type {const} */ (['SIGKILL', 5000])]) {
    program.kill(signal);
    if (await isOver(program.ended, limitMs)) return;
  }
}

/**
 * @param {Promise<unknown>} promise
 * @param {number} limitMs
 * @returns {Promise<boolean>} false if it is still pending then
 */
function isOver(promise, limitMs) {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, limitMs, false);
    promise.then(() => {
      clearTimeout(limit);
      resolve(true);
    });
  });
}

/** Returns a port that was free a moment ago. */
async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** Thrown by a start if another program has taken the port. */
class PortTakenError extends Error {}

const maxTries = 5;

/**
 * Tries free ports until one is still free when it is used.
 * @template T
 * @param {(port: number) => Promise<T>} start
 * @returns {Promise<T>}
 */
export async function onFreePort(start) {
  for (let left = maxTries; ; left--) {
    try {
      return await start(await findFreePort());
    } catch (error) {
      if (!(error instanceof PortTakenError) || left === 1) throw error;
    }
  }
}

const pollMs = 50;

/**
 * Waits until a program that has just been started answers. Throws if it ends first or does not answer in time.
 * @param {string} name for the message
 * @param {Running} program
 * @param {() => Promise<boolean>} isReady
 * @param {number} limitMs
 */
export async function waitUntilReady(name, program, isReady, limitMs) {
  let end = '';
  program.ended.then((how) => {
    end = how;
  });
  const until = performance.now() + limitMs;
  for (;;) {
    const ready = await isReady().catch(() => false);
    // If the program has ended, another one answers at its port.
    if (ready && !end) return;
    if (end && /address already in use|port is in use|EADDRINUSE/i.test(program.output())) {
      throw new PortTakenError(`${name}: the port is in use`);
    }
    if (end || performance.now() > until) {
      program.kill('SIGKILL');
      throw new Error(`${name} ${end || 'was not ready in time'}:\n${program.output().trim()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
