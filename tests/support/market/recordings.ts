import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Answers recorded from the real provider. They are not part of the project: tests that read them skip themselves
 * where the folder is not there (`describe.skipIf(!hasRecordings)`).
 */

const folder = process.env.RECORDINGS_DIR ?? join(import.meta.dirname, '../../../../shared/recordings');

/** Whether recordings are at hand. */
export const hasRecordings = existsSync(folder);

/** A recording by its path below the folder: parsed where it is JSON, as text where it is anything else. */
export function readRecording(path: string): unknown {
  const text = readFileSync(join(folder, path), 'utf8');
  return path.endsWith('.json') ? JSON.parse(text) : text;
}

/** The bytes of all recordings in a folder below it, in the order of their names. */
export function readRecordedFiles(path: string): Buffer[] {
  const names = readdirSync(join(folder, path)).sort();
  return names.map((name) => readFileSync(join(folder, path, name)));
}
