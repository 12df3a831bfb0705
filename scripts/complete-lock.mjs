import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/*
 * npm omits optional packages of other platforms from package-lock.json if node_modules exists when it writes the file
 * (or if it cannot reach them), and then `npm ci` refuses the file. This adds the missing ones, at the version the
 * parent asks for. Run it after adding or updating a package: `node scripts/complete-lock.mjs`.
 */

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const platforms = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

for (const [parent, entry] of Object.entries(lock.packages)) {
  if (parent === '') continue;
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    if (lock.packages[path] || lock.packages[`${parent}/${path}`]) continue;
    const words = name.split(/[-/]/);
    const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
    const os = platforms.filter((platform) => words.includes(platform));
    lock.packages[path] = {
      version,
      cpu: processors.filter((processor) => words.includes(processor)),
      ...(entry.dev && { dev: true }),
      ...(os.includes('linux') && { libc: [libc] }),
      license: entry.license,
      optional: true,
      ...(os.length > 0 && { os }),
    };
    console.log(`Added ${name} ${version}`);
  }
}
const [self, ...others] = Object.entries(lock.packages);
others.sort(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries(self ? [self, ...others] : others);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
