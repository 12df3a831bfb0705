import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseGuide } from './guide-markdown.mjs';
import { drawGuide } from './guide-pdf.mjs';
import { root } from './setup.mjs';

const [target = join(root, 'dist/guides')] = process.argv.slice(2);
const sources = join(root, 'guides');

mkdirSync(target, { recursive: true });
for (const file of readdirSync(sources)) {
  const guide = parseGuide(readFileSync(join(sources, file), 'utf8'));
  writeFileSync(join(target, file.replace(/\.md$/, '.pdf')), await drawGuide(guide));
}
