import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { toAscii } from '../scripts/ascii-text.mjs';

it.each([
  'const é = "‘naïve’"; é + `…🙂`',
  String.raw`'a \’ b \\’ c \\\’'`,
  String.raw`[/[“”]\–/.test('”–'), /^[–—]$/.test('—'), /^[🙂]$/u.test('🙂'), /^\\é$/.test('\\é')].join()`,
])('a program escaped to ASCII does the same: %s', (program) => {
  const escaped = toAscii(program);
  expect(escaped).toMatch(/^[\0-\x7f]+$/);
  expect(runInNewContext(escaped)).toBe(runInNewContext(program));
});
