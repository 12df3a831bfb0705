import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, createBrotliDecompress } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Higher levels take ten times as long to save a tenth of the bytes. */
const quality = 5;

/** Compresses bytes for storage. */
export function packBytes(bytes: string | Buffer): Promise<Buffer> {
  return compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** Restores exactly the bytes that were packed. */
export function unpackBytes(packed: Uint8Array): Promise<Buffer> {
  return decompress(packed);
}

/** The same as a stream, of which only what is about to be read is in memory: a report may have 256 MB. */
export function streamUnpacked(packed: Uint8Array): Readable {
  const unpacking = createBrotliDecompress({ chunkSize: 64 * 1024 });
  unpacking.end(packed);
  return unpacking;
}
