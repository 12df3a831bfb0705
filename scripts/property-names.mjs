import { globSync, readFileSync } from 'node:fs';
import { root } from './setup.mjs';

/**
 * Names the custom properties of our stylesheets for production: by one or two letters, the most used ones first, because
 * each page repeats them in its styles. They depend on the sources alone, so that files built at any time fit together.
 * Scripts know none of them.
 * @returns {(css: string) => string} writes a stylesheet with these names
 */
export function createPropertyNames() {
  const sheets = globSync('web/**/*.css', { cwd: root })
    .toSorted()
    .map((file) => readFileSync(`${root}/${file}`, 'utf8').replace(/\/\*.*?\*\//gs, ''));
  const declared = new Set(sheets.flatMap((css) => css.match(/--[a-z][\w-]*(?=\s*:)/g) ?? []));
  const uses = new Map([...declared].map((name) => [name, 0]));
  for (const name of sheets.flatMap((css) => css.match(/--[a-z][\w-]*/g) ?? [])) {
    if (declared.has(name)) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const ordered = [...uses].toSorted(([a, usesOfA], [b, usesOfB]) => usesOfB - usesOfA || (a < b ? -1 : 1));
  const names = new Map(ordered.map(([name], index) => [name, `--${toName(index)}`]));
  return (css) => css.replace(/--[a-z][\w-]*/g, (name) => names.get(name) ?? name);
}

/**
 * `a` to `z`, then `a0` on.
 * @param {number} index
 * @returns {string}
 */
const toName = (index) =>
  String.fromCharCode(97 + (index % 26)) + (index < 26 ? '' : (Math.floor(index / 26) - 1).toString(36));
