import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Answers recorded from the real provider. They are not part of the project: tests that read them are skipped if the
 * folder is missing (`describe.skipIf(!hasRecordings)`).
 */

const folder = process.env.RECORDINGS_DIR ?? join(import.meta.dirname, '../../../../shared/recordings');

/** Whether recordings are available. */
export const hasRecordings = existsSync(folder);

/** A recording by its path below the folder: parsed if it is JSON, otherwise as text. */
export function readRecording(path: string): unknown {
  const text = readFileSync(join(folder, path), 'utf8');
  return path.endsWith('.json') ? JSON.parse(text) : text;
}

/** The bytes of all recordings in a subfolder, in the order of their names. */
export function readRecordedFiles(path: string): Buffer[] {
  const names = readdirSync(join(folder, path)).sort();
  return names.map((name) => readFileSync(join(folder, path, name)));
}
