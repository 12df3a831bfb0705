import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = new URL('../../tests/support/run-hungry-thread.ts', import.meta.url);

it('A thread that wants a large piece of memory when it has none left does not end the process', {
  timeout: 60_000,
}, async () => {
  // In a process of its own, because it may end.
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(script)]);
  expect(stdout.trim()).toBe('ERR_WORKER_OUT_OF_MEMORY');
});
