import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

export type Weight = 'regular' | 'bold';

const weights: Readonly<Record<Weight, number>> = { regular: 400, bold: 600 };
const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'];
/** For all that Inter has no letters for: Chinese, Japanese and Korean, then every other script, then pictures. */
const fallbacks = ['droid-sans-fallback.ttf', 'unifont.otf', 'unifont-upper.otf'];

/** The fonts of a weight, in the order in which a character is looked for. */
export function listFontFiles(weight: Weight): string[] {
  return [...scripts.map((script) => `inter-${script}-${weights[weight]}.woff`), ...fallbacks];
}

/** The bytes of a font. */
export function readFontFile(name: string): Buffer {
  const folder = new URL('./fonts/', import.meta.url);
  if (!fallbacks.includes(name)) return readFileSync(new URL(name, folder));
  return brotliDecompressSync(readFileSync(new URL(`${name}.br`, folder)));
}
