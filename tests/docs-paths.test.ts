import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

/** Paths of code in backticks, except for patterns such as `server/<domain>/module.ts`. */
function listPaths(text: string): string[] {
  return [...text.matchAll(/`((?:contract|server|web|tests|scripts|guides|docs|public)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
}

/** Links to files, without the part after `#`. */
function listLinks(text: string): string[] {
  return [...text.matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)].map(([, path = '']) => path);
}

describe('The documentation', () => {
  it('is found', () => expect(pages).toContain('README.md'));

  it.each(pages)('refers only to what exists, in %s', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const missing = [
      ...listPaths(text).filter((path) => !existsSync(join(root, path))),
      ...listLinks(text).filter((link) => !existsSync(join(root, dirname(page), link))),
    ];
    expect(missing).toEqual([]);
  });
});
