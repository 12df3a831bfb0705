import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deriveKey, keyedHash } from '#server/platform/keys.ts';
import { StartError } from '#server/platform/start-error.ts';
import { loadSecret } from './secret.ts';

const makeInStep = `
  const { mkdirSync } = require('node:fs');
  const { parentPort, workerData: { folder, rounds, step, module } } = require('node:worker_threads');
  import(module).then(({ loadSecret }) => {
    const made = [];
    for (let round = 1; round <= rounds; round++) {
      mkdirSync(folder + '/' + round, { recursive: true });
      Atomics.add(step, 0, 1);
      while (Atomics.load(step, 0) < 2 * round);
      try {
        made.push(loadSecret(folder + '/' + round, undefined));
      } catch (error) {
        made.push(error.message);
      }
    }
    parentPort.postMessage(made);
  });
`;

describe('the secret of an installation', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'altimeter-secret-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Loads the secrets of several folders in a thread, in step with another thread. */
  async function startMaking(): Promise<string[]> {
    const worker = new Worker(makeInStep, { eval: true, workerData: { folder, rounds, step, module } });
    const [made] = (await once(worker, 'message')) as [string[]];
    return made;
  }
  const rounds = 100;
  const step = new Int32Array(new SharedArrayBuffer(4));
  const module = new URL('./secret.ts', import.meta.url).href;

  it('is generated once, stored, and readable only by its owner', () => {
    const made = loadSecret(folder, undefined);
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(loadSecret(folder, undefined)).toBe(made);
    const path = join(folder, 'token-secret');
    expect(readFileSync(path, 'utf8')).toBe(`${made}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is the same and complete for two concurrent starts', async () => {
    const made = await Promise.all([startMaking(), startMaking()]);
    expect(made[0]).toHaveLength(rounds);
    expect(new Set(made.flat())).toEqual(new Set(made[0]));
    for (const secret of made.flat()) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(readdirSync(join(folder, '1'))).toEqual(['token-secret']);
  });

  it('is the configured one if there is one', () => {
    expect(loadSecret(folder, 'configured')).toBe('configured');
    expect(() => statSync(join(folder, 'token-secret'))).toThrow();
  });

  it('is refused if its file is truncated, without being shown', () => {
    writeFileSync(join(folder, 'token-secret'), 'short');
    chmodSync(join(folder, 'token-secret'), 0o600);
    expect(() => loadSecret(folder, undefined)).toThrow(StartError);
    expect(() => loadSecret(folder, undefined)).toThrow(/too short/);
  });

  it('yields a different key for each purpose', () => {
    const [one, other] = [deriveKey('secret', 'one'), deriveKey('secret', 'other')];
    expect(one).toHaveLength(32);
    expect(one.equals(other)).toBe(false);
    expect(one.equals(deriveKey('secret', 'one'))).toBe(true);
    expect(keyedHash(one, 'text')).not.toBe(keyedHash(other, 'text'));
  });
});
