import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { reasonOf } from '#server/platform/reason-of.ts';
import { StartError } from '#server/platform/start-error.ts';

/*
 * Zipped files of prices, read one at a time and never as a whole. Reading fails if a file exceeds its declared size or
 * does not match its checksum.
 */

export interface ZippedFile {
  /** The file name without folders. */
  readonly name: string;
  /** Unpacked size in bytes. */
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
}

const maxFiles = 50_000;

/** Opens an archive's files. Throws a `StartError` if it can't be read. */
export async function withZip<T>(
  path: string,
  work: (files: readonly ZippedFile[]) => Promise<T>,
): Promise<T> {
  // Loaded lazily, because a server never unpacks prices.
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(refuse(path));
  try {
    return await work(await listFiles(zip).catch(refuse(path)));
  } finally {
    zip.close();
  }
}

async function listFiles(zip: ZipFile): Promise<ZippedFile[]> {
  if (zip.entryCount > maxFiles) throw new Error(`it holds more than ${maxFiles} files`);
  const files: ZippedFile[] = [];
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.split('/').at(-1) ?? '';
    const isOwn = name !== '' && !name.startsWith('.') && !entry.fileName.startsWith('__MACOSX/');
    if (isOwn) files.push({ name, size: entry.uncompressedSize, open: () => readEntry(zip, entry) });
  }
  return files;
}

async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted()) throw new Error('it is encrypted');
  let checksum = 0;
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (checksum !== entry.crc32) throw new Error('its checksum does not match');
}

function refuse(path: string): (error: unknown) => never {
  return (error) => {
    const reason = reasonOf(error);
    throw new StartError(`${path} cannot be unpacked: ${reason}.`, { cause: error });
  };
}
