import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Ad, adSchema } from '#contract/ads.ts';
import { StartError } from '#server/platform/start-error.ts';

/** The default ads promote our own pages. */
const builtIn = fileURLToPath(new URL('./ads.json', import.meta.url));

const fileSchema = z.array(adSchema).min(1).max(50);

/** Reads the advertisements from a JSON file; `off` has none. Throws a `StartError` with the file and the fault. */
export function readAds(source: 'built-in' | 'off' | { readonly file: string }): readonly Ad[] {
  if (source === 'off') return [];
  const file = source === 'built-in' ? builtIn : source.file;
  const parsed = fileSchema.safeParse(readJson(file));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const place = issue?.path.length ? `${z.core.toDotPath(issue.path)}: ` : '';
  throw new StartError(`The ads in ${file} can't be shown: ${place}${issue?.message}.`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code ? `the file can't be read (${code})` : 'it is not JSON';
    throw new StartError(`The ads in ${file} can't be shown: ${reason}.`, { cause: error });
  }
}
