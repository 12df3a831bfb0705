import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');

/** Runs the operator's tool on a server's data, as `npm run admin -- …` does. Returns its output. */
export async function runAdmin(dataDir: string, ...args: string[]): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'server/admin.ts'), ...args], {
    cwd: dataDir,
    env: { PATH, HOME, DATA_DIR: dataDir },
  });
  return stdout;
}
