import { runAdmin as run } from '#server/admin/run-admin.ts';
import { loadConfig } from '#server/config/read-config.ts';

/** Runs the operator's tool on a server's data, as `npm run admin -- …` does. Returns its output. */
export async function runAdmin(dataDir: string, ...args: string[]): Promise<string> {
  let [printed, errors] = ['', ''];
  const stdout = {
    write: (text: string) => {
      printed += text;
    },
  };
  const stderr = {
    write: (text: string) => {
      errors += text;
    },
  };
  const status = await run(args, () => loadConfig({ DATA_DIR: dataDir }), { stdout, stderr });
  if (status !== 0) throw new Error(errors);
  return printed;
}
