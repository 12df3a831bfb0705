import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { StartError } from '#server/platform/start-error.ts';

/** The variables of a `.env` file; none if it does not exist. Throws a `StartError` if it exists but can't be read. */
export function readEnvFile(path: string): NodeJS.ProcessEnv {
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new StartError(`${path} cannot be read (${code ?? 'unknown error'}).`, { cause: error });
  }
}
