import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildServer, startChildServer } from '../../support/child-server.ts';
import { type RecordedAnswer, saveRecordings } from '../browser/recording.ts';

/** Starts a server that sends recorded answers in its own way; `stop` also removes the recordings. */
export async function startBaseline(
  script: string,
  recordings: readonly RecordedAnswer[],
): Promise<ChildServer> {
  const file = join(tmpdir(), `altimeter-bench-${process.pid}-${crypto.randomUUID()}.json`);
  await saveRecordings(file, recordings);
  const remove = () => rm(file, { force: true });
  try {
    const server = await startChildServer(script, {
      cwd: tmpdir(),
      args: [file],
      env: { NODE_ENV: 'production' },
    });
    return { ...server, stop: () => server.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
