import { accessSync, constants, mkdirSync } from 'node:fs';
import { StartError } from '../start-error.ts';

/** Creates the folder if missing. Throws a `StartError` if backups can't be written there. */
export function makeBackupFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new StartError(`Backups cannot be written to the folder ${folder} (${code}).`, { cause: error });
  }
}
