import { globSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { root } from './setup.mjs';

/*
 * Short CSS class names for production: one to three letters, because a page repeats each several times. They depend
 * only on the sources, so that the browser's build and the server's agree.
 */

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * `a` to `Z`, then `aa` on. The global classes of `web/ui/base.css` have more than three letters, so they cannot clash.
 * @param {number} index
 * @returns {string}
 */
function toName(index) {
  const rest = Math.floor(index / letters.length);
  return (rest === 0 ? '' : toName(rest - 1)) + letters[index % letters.length];
}

/**
 * Returns the function that names a stylesheet's classes, for Vite's `generateScopedName`.
 * @returns {(local: string, file: string) => string}
 */
export function createClassNames() {
  const names = new Map();
  let count = 0;
  for (const file of globSync('web/**/*.module.css', { cwd: root }).toSorted()) {
    const text = readFileSync(`${root}/${file}`, 'utf8').replace(/\/\*.*?\*\//gs, '');
    const locals = [
      ...text.matchAll(
        /\.([A-Za-z_][\w-]*)|@keyframes ([\w-]+)|@container ([a-z][\w-]*)|container(?:-name)?:\s*([a-z][\w-]*)/g,
      ),
    ];
    for (const local of new Set(locals.map((match) => match.slice(1).find(Boolean)))) {
      // Ad blockers hide elements called `ad`.
      if (toName(count) === 'ad') count += 1;
      names.set(`${file.replaceAll(sep, '/')} ${local}`, toName(count));
      count += 1;
    }
  }
  return (local, file) => {
    const key = `${relative(root, file.split('?')[0] ?? '').replaceAll(sep, '/')} ${local}`;
    const name = names.get(key);
    if (name === undefined) throw new Error(`No name was made for the class ${key}.`);
    return name;
  };
}
