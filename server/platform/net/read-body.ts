import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** A response that is too large, has an unrequested encoding, or redirects too often or to another protocol. */
export class ResponseRefusedError extends Error {}

export const acceptedEncodings = 'gzip, br';

/** Reads and decodes a body of at most `maxBytes`, counted after decompression, until `signal` aborts. */
export async function readBody(
  body: Readable,
  options: { encoding: string | undefined; maxBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  const { encoding, maxBytes, signal } = options;
  const decoder = createDecoder(encoding);
  if (!decoder) {
    discardBody(body);
    throw new ResponseRefusedError('It has an encoding that was not requested');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  await pipeline(
    body,
    decoder,
    async (decoded: AsyncIterable<Buffer>) => {
      for await (const chunk of decoded) {
        length += chunk.length;
        if (length > maxBytes) throw new ResponseRefusedError(`It is larger than ${maxBytes} bytes`);
        chunks.push(chunk);
      }
    },
    { signal },
  ).catch((error: unknown) => {
    // The abort reason distinguishes the time limit from the caller.
    signal.throwIfAborted();
    throw error;
  });
  return Buffer.concat(chunks);
}

/** Closes the connection, so that the rest of the body never arrives. */
export function discardBody(body: Readable): void {
  // Destroying an unread body emits an error that nobody needs.
  body.on('error', () => undefined).destroy();
}

function createDecoder(encoding = 'identity'): Transform | undefined {
  const name = encoding.trim().toLowerCase();
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  if (name === 'br') return createBrotliDecompress();
  return name === 'identity' || name === '' ? new PassThrough() : undefined;
}
