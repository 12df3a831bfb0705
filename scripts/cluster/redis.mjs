import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onFreePort, startProgram, waitUntilReady } from './process.mjs';
import { createService } from './service.mjs';

const startLimitMs = 20_000;
const signals = /** @type {const} */ ([['SIGTERM', 3000]]);

/**
 * Starts a separate Redis or Valkey that stores nothing on disk.
 * @param {object} parts
 * @param {string} parts.folder is created
 * @param {import('./programs.mjs').Programs} parts.programs
 * @param {import('./process.mjs').ProgramOptions['track']} [parts.track]
 */
export async function startRedis({ folder, programs, track }) {
  const password = randomBytes(16).toString('hex');
  mkdirSync(folder, { mode: 0o700 });

  /** @param {number} port */
  async function launch(port) {
    const file = join(folder, 'redis.conf');
    const lines = ['bind 127.0.0.1', `port ${port}`, `requirepass ${password}`, 'save ""', 'appendonly no'];
    writeFileSync(file, `${[...lines, `dir ${folder}`].join('\n')}\n`, { mode: 0o600 });
    const program = startProgram(programs.redis, [file], { cwd: folder, ...(track && { track }) });
    await waitUntilReady('Redis', program, () => answersPing(port, password), startLimitMs);
    return program;
  }

  const { port, running } = await onFreePort(async (free) => ({ port: free, running: await launch(free) }));
  return createService({
    name: programs.redis.endsWith('valkey-server') ? 'Valkey' : 'Redis',
    address: `redis://:${password}@127.0.0.1:${port}`,
    signals,
    running,
    launch: () => launch(port),
  });
}

/**
 * @param {number} port
 * @param {string} password
 * @returns {Promise<boolean>}
 */
function answersPing(port, password) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const end = () => {
      socket.destroy();
      resolve(text.includes('+PONG'));
    };
    socket.setTimeout(1000, end).on('error', end).on('close', end);
    socket.on('data', (chunk) => {
      text += chunk;
      if (/\+PONG|^-/.test(text)) end();
    });
    socket.write(`AUTH ${password}\r\nPING\r\n`);
  });
}
