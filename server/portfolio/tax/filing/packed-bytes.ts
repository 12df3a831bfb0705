import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Higher ones take ten times as long for a tenth of the bytes. */
const quality = 5;

/** Bytes as they are stored. */
export function packBytes(bytes: string | Buffer): Promise<Buffer> {
  return compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** The very bytes that were packed. */
export function unpackBytes(packed: Uint8Array): Promise<Buffer> {
  return decompress(packed);
}
