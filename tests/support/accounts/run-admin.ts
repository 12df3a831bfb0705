import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');

/** Runs the operator's tool on the data of a server, as `npm run admin -- …` does. Gives what it prints. */
export async function runAdmin(dataDir: string, ...args: string[]): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'server/admin.ts'), ...args], {
    cwd: dataDir,
    env: { PATH, HOME, DATA_DIR: dataDir },
  });
  return stdout;
}
