import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { StartError } from '#server/platform/start-error.ts';

/**
 * The variables of a `.env` file; none where there is no such file.
 * Throws a `StartError` where the file is there and cannot be read.
 */
export function readEnvFile(path: string): NodeJS.ProcessEnv {
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new StartError(`${path} cannot be read (${code ?? 'unknown error'}).`, { cause: error });
  }
}
