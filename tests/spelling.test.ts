import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Texts that visitors and users read: pages, refusals that pages show, mails, the reference of the API, and guides. */
const read = [
  'web/**/*.{ts,tsx}',
  'server/**/{routes,service,mail-texts}.ts',
  'server/**/*-{routes,service}.ts',
  'contract/accounts/*.ts',
  'guides/*.md',
];
const isComment = (line: string) => /^\s*(?:\/\/|\/?\*|\{\/\*)/.test(line);

it('Texts say "email" everywhere, as those that are specified do ("Check Your Email")', () => {
  const files = globSync(read, { cwd: root }).filter((file) => !file.includes('.test.'));
  const others = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (/e-mail/i.test(line) && !isComment(line) ? [`${file}:${at + 1}`] : [])),
  );
  expect(others).toEqual([]);
});
