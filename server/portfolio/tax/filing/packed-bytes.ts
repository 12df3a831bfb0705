import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

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
