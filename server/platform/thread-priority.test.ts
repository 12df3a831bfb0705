import { execFileSync } from 'node:child_process';
import { platform } from 'node:os';
import { expect, it } from 'vitest';

const file = new URL('./thread-priority.ts', import.meta.url).href;
const program = `
  import { readdirSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { lowerProcessPriority } from '${file}';
  lowerProcessPriority();
  console.log(JSON.stringify(readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))));`;

it.runIf(platform() === 'linux')('a background process lowers the priority of all its threads', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  const priorities = JSON.parse(printed) as number[];
  expect(priorities.length).toBeGreaterThan(1);
  expect(new Set(priorities)).toEqual(new Set([10]));
});
