import { readFileSync } from 'node:fs';
import { invalidSecretFile } from './messages.ts';
import type { VariableName } from './variable-schemas.ts';

/** Reads a secret from its file, as provided by Docker and systemd. Throws a `StartError` if there is none. */
export function readSecretFile(name: VariableName, file: string): string {
  const text = readText(name, file)
    .replace(/^\uFEFF/, '')
    .trim();
  if (text === '') throw invalidSecretFile(name, file, 'a file that is not empty');
  return text;
}

function readText(name: VariableName, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw invalidSecretFile(name, file, `a file that can be read (${code})`, error);
  }
}
