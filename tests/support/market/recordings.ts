import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Answers recorded from the real provider. They are not part of the project: tests that read them are skipped if the
 * folder is missing (`describe.skipIf(!hasRecordings)`).
 */

const folder = process.env.RECORDINGS_DIR ?? join(import.meta.dirname, '../../../../shared/recordings');

/** Whether recordings are available. */
export const hasRecordings = existsSync(folder);

/** Reads a recording, by its path below the folder. Returns JSON parsed, anything else as text. */
export function readRecording(path: string): unknown {
  const text = readFileSync(join(folder, path), 'utf8');
  return path.endsWith('.json') ? JSON.parse(text) : text;
}

/** Returns the bytes of all recordings in a subfolder, in the order of their names. */
export function readRecordedFiles(path: string): Buffer[] {
  const names = readdirSync(join(folder, path)).sort();
  return names.map((name) => readFileSync(join(folder, path, name)));
}
