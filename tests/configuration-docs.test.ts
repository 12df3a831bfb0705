import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '#server/config/read-config.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/configuration.md'), 'utf8');

/** The names of the variables that the server reads. */
function listVariables(): string[] {
  const readNames = new Set<string>();
  const note = (_: object, name: string | symbol) => void readNames.add(String(name));
  loadConfig(new Proxy({}, { get: note }));
  return [...readNames];
}

it('docs/configuration.md lists every variable that the server reads, and no others', () => {
  const rows = page.matchAll(/^\| (`[^|]+) \|/gm);
  const named = [...rows].flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '));
  // Set by the commands themselves.
  const own = ['NODE_ENV'];
  expect([...named, ...own].toSorted()).toEqual(listVariables().toSorted());
});
