import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

export type Weight = 'regular' | 'bold';

const weights: Readonly<Record<Weight, number>> = { regular: 400, bold: 600 };
const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'];
/** For characters that Inter lacks: first Chinese, Japanese and Korean, then all other scripts, then pictographs. */
const fallbacks = ['droid-sans-fallback.ttf', 'unifont.otf', 'unifont-upper.otf'];

/** A weight's fonts, in the order in which they are searched for a character. */
export function listFontFiles(weight: Weight): string[] {
  return [...scripts.map((script) => `inter-${script}-${weights[weight]}.woff`), ...fallbacks];
}

/** Returns the font file's bytes. */
export function readFontFile(name: string): Buffer {
  const folder = new URL('./fonts/', import.meta.url);
  if (!fallbacks.includes(name)) return readFileSync(new URL(name, folder));
  return brotliDecompressSync(readFileSync(new URL(`${name}.br`, folder)));
}
