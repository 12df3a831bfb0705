import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';

/** Pictures that survive a restart. If the disk is unusable, the store is always empty. */
export interface PictureStore {
  get(key: string): Promise<{ bytes: Buffer; storedAt: Instant } | undefined>;
  set(key: string, bytes: Buffer): Promise<void>;
}

interface StoredFile {
  readonly size: number;
  readonly storedAt: Instant;
}

const unfinished = '.tmp';
const hashLength = 32;
const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
/** A key never becomes part of a path. */
const fileName = (key: string) => hashOf(key).toString('hex');

/** Lists a folder's pictures, oldest first, and removes unfinished files. */
async function listFiles(folder: string): Promise<Map<string, StoredFile>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: [string, StoredFile][] = [];
  for (const name of await readdir(folder)) {
    if (name.endsWith(unfinished)) await rm(join(folder, name), { force: true });
    if (!/^[0-9a-f]{64}$/.test(name)) continue;
    const { size, mtimeMs } = await stat(join(folder, name));
    files.push([name, { size, storedAt: mtimeMs }]);
  }
  return new Map(files.sort(([, a], [, b]) => a.storedAt - b.storedAt));
}

/** A store in a dedicated folder. Each file begins with a hash of the rest, so that a torn file is detected. */
export function createPictureStore(options: {
  folder: string;
  maxBytes: number;
  clock: Clock;
}): PictureStore {
  const { folder, maxBytes, clock } = options;
  let opening: Promise<Map<string, StoredFile>> | undefined;
  const open = () => {
    opening ??= listFiles(folder).catch(() => new Map<string, StoredFile>());
    return opening;
  };

  async function remove(files: Map<string, StoredFile>, name: string): Promise<void> {
    files.delete(name);
    // On a disk that has become read-only it stays. A renewal that nobody waits for must not fail.
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  }

  async function makeRoom(files: Map<string, StoredFile>): Promise<void> {
    let held = 0;
    for (const { size } of files.values()) held += size;
    for (const [name, { size }] of files) {
      if (held <= maxBytes) return;
      held -= size;
      await remove(files, name);
    }
  }

  return {
    async get(key) {
      const files = await open();
      const name = fileName(key);
      const file = files.get(name);
      if (!file) return undefined;
      const content = await readFile(join(folder, name)).catch(() => Buffer.alloc(0));
      const bytes = content.subarray(hashLength);
      if (hashOf(bytes).equals(content.subarray(0, hashLength))) return { bytes, storedAt: file.storedAt };
      await remove(files, name);
      return undefined;
    },
    async set(key, bytes) {
      const files = await open();
      const name = fileName(key);
      const size = bytes.length + hashLength;
      const storedAt = clock.now();
      const draft = join(folder, `${name}.${randomUUID()}${unfinished}`);
      try {
        await writeFile(draft, Buffer.concat([hashOf(bytes), bytes]), { mode: 0o600 });
        await utimes(draft, storedAt / 1000, storedAt / 1000);
        await rename(draft, join(folder, name));
      } catch {
        // On a full or read-only disk the picture is fetched again next time.
        await rm(draft, { force: true }).catch(() => {});
        return;
      }
      files.delete(name);
      files.set(name, { size, storedAt });
      await makeRoom(files);
    },
  };
}
