import { stopProgram } from './process.mjs';

/**
 * A part of the cluster: a program that can be stopped and restarted at the same address.
 * @typedef {object} Service
 * @property {string} name
 * @property {string} address
 * @property {() => number | undefined} pid undefined while it is not running
 * @property {() => string} output
 * @property {() => Promise<void>} start
 * @property {() => Promise<void>} stop shuts it down as an operator would
 * @property {(signal: NodeJS.Signals) => void} signal
 * @property {() => Promise<void>} ended resolves once it is no longer running
 * @property {(listener: (how: string) => void) => void} onExit called if it ends without having been stopped
 */

/**
 * @param {object} parts
 * @param {string} parts.name
 * @param {string} parts.address
 * @param {readonly (readonly [NodeJS.Signals, number])[]} parts.signals to end it with, each with its time limit (ms)
 * @param {import('./process.mjs').Running} [parts.running]
 * @param {() => Promise<import('./process.mjs').Running>} parts.launch resolves when it is ready
 * @returns {Service}
 */
export function createService({ name, address, signals, running, launch }) {
  /** @type {import('./process.mjs').Running | undefined} */
  let program;
  let isStopping = false;
  /** @type {((how: string) => void)[]} */
  const listeners = [];

  /** @param {import('./process.mjs').Running} started */
  function follow(started) {
    program = started;
    started.ended.then((how) => {
      program = undefined;
      if (!isStopping) for (const listener of listeners) listener(how);
    });
  }
  if (running) follow(running);

  return {
    name,
    address,
    pid: () => program?.pid,
    output: () => program?.output() ?? '',
    async start() {
      isStopping = false;
      if (!program) follow(await launch());
    },
    async stop() {
      isStopping = true;
      if (program) await stopProgram(program, signals);
    },
    signal: (signal) => program?.kill(signal),
    ended: async () => void (await program?.ended),
    onExit: (listener) => void listeners.push(listener),
  };
}
