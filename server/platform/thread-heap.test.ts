import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = new URL('../../tests/support/portfolio/run-hungry-threads.ts', import.meta.url);

it('Threads that want a large piece of memory when they have none left do not end the process', {
  timeout: 60_000,
}, async () => {
  // In a process of its own, because it may end.
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(script)]);
  expect(stdout.trim()).toBe('conflict,unavailable');
});
