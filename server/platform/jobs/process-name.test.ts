import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { hasEnded, nameProcess } from './process-name.ts';

const run = '01234567-89ab-cdef-0123-456789abcdef';
const alive = () => true;
const gone = () => false;

it('names every run differently, and recognizes a killed process of this host by its name', async () => {
  expect(nameProcess()).not.toBe(nameProcess());
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const name = nameProcess().replace(`-${process.pid}-`, `-${child.pid}-`);
  expect(hasEnded(name)).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(hasEnded(name)).toBe(true);
});

it.each([
  ['a process that lives', `${hostname()}-77-${run}`, alive, false],
  ['one that is gone', `${hostname()}-77-${run}`, gone, true],
  ['an earlier one with our own process id', `${hostname()}-${process.pid}-${run}`, alive, true],
  ['one of another host', `other-${hostname()}-77-${run}`, gone, false],
  ['a name that says nothing', 'somebody', gone, false],
])('judges %s', (_name, name, isAlive, expected) => {
  expect(hasEnded(name, isAlive)).toBe(expected);
});
