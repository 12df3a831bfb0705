import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '#server/platform/http/app-error.ts';

/** A file in a form. Its JSON has its digest instead of its bytes, so that a repeated request is recognized. */
export class UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    this.bytes = bytes;
  }
  toJSON(): object {
    return { name: this.name, sha256: createHash('sha256').update(this.bytes).digest('base64url') };
  }
}

/** A form's fields by name, with files as `UploadedFile`. */
export type MultipartBody = Record<string, string | UploadedFile>;

export interface MultipartLimits {
  readonly maxBytes: number;
  /** Error message if the file is larger. */
  readonly tooLarge: string;
}

const maxFields = 10;
const maxFieldBytes = 20_000;
/** Allowance for boundaries, headers and fields, in bytes. */
const overhead = 300_000;
/** How much of a refused body is read, in bytes: most clients read no answer before they have sent everything. */
const maxDrainedBytes = 100 * 1024 * 1024;

/** Reads a form with one file. Throws `AppError`s: `too_large`, `invalid_request`. */
export function readMultipart(
  payload: Readable,
  headers: IncomingHttpHeaders,
  limits: MultipartLimits,
): Promise<MultipartBody> {
  const tooLarge = () => new AppError('too_large', limits.tooLarge);
  if ((sizeOf(headers) ?? 0) > limits.maxBytes + overhead) {
    return drain(payload).then(() => Promise.reject(tooLarge()));
  }
  return new Promise((resolve, reject) => {
    const body: MultipartBody = Object.create(null) as MultipartBody;
    const fail = (error: AppError) => {
      payload.unpipe();
      void drain(payload).then(() => reject(error));
    };
    const parser = openParser(headers, limits.maxBytes);
    if (!parser) return fail(unreadable('', 'The form could not be read'));
    parser.on('field', (name, value, _nameTruncated, isTruncated) => {
      if (isTruncated) fail(unreadable(name, 'Must be shorter'));
      else if (name in body) fail(unreadable(name, 'Must be given once'));
      else body[name] = value;
    });
    parser.on('file', (field, stream, fileName) => {
      if (field !== 'file' || field in body) {
        stream.resume();
        return fail(unreadable(field, field === 'file' ? 'Must be one file' : 'Must not be a file'));
      }
      body[field] = '';
      void collect(stream, Math.min(sizeOf(headers) ?? limits.maxBytes, limits.maxBytes)).then(
        (bytes) => {
          if (stream.truncated) fail(tooLarge());
          else body[field] = new UploadedFile(cleanName(fileName), bytes);
        },
        () => fail(unreadable('file', 'The file could not be read')),
      );
    });
    parser.on('filesLimit', () => fail(unreadable('file', 'Must be one file')));
    parser.on('fieldsLimit', () => fail(unreadable('', 'The form has too many fields')));
    parser.on('partsLimit', () => fail(unreadable('', 'The form has too many fields')));
    parser.on('error', () => fail(unreadable('', 'The form could not be read')));
    // The file's promise resolves in the same turn as the last part, but not before this event.
    parser.on('finish', () => setImmediate(() => resolve(body)));
    payload.once('error', () => reject(unreadable('', 'The form was cut off')));
    payload.once('aborted', () => reject(unreadable('', 'The form was cut off')));
    payload.pipe(createPacer()).pipe(parser);
    return undefined;
  });
}

/** Bytes of a form that are read in one turn of the event loop: about a millisecond. */
const maxTurnBytes = 256 * 1024;

/**
 * Passes on so much per turn of the event loop. Otherwise Node reads two megabytes in one turn, and other calls wait while
 * they are searched for the form's boundaries.
 */
function createPacer(): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed < maxTurnBytes) return done(null, chunk);
      passed = 0;
      setImmediate(done, null, chunk);
    },
  });
}

/** Resolves when everything, or too much, was sent. */
function drain(payload: Readable): Promise<void> {
  if (payload.readableEnded || payload.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    payload.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxDrainedBytes) resolve();
    });
    for (const event of ['end', 'close', 'error']) payload.once(event, () => resolve());
    payload.resume();
  });
}

function openParser(headers: IncomingHttpHeaders, maxBytes: number): BusboyInstance | null {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: {
        fileSize: maxBytes,
        files: 1,
        fields: maxFields,
        fieldSize: maxFieldBytes,
        parts: maxFields + 1,
        headerPairs: 20,
      },
    });
  } catch {
    return null;
  }
}

/** Bytes of a body, null if the client doesn't say. */
function sizeOf(headers: IncomingHttpHeaders): number | null {
  const size = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(size) ? size : null;
}

/**
 * Copies chunks into one buffer, because a list of them would double the memory until it is garbage-collected. The
 * system only provides memory for the part that is written.
 */
async function collect(stream: BusboyFileStream, maxBytes: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(maxBytes);
  let length = 0;
  for await (const chunk of stream) length += (chunk as Buffer).copy(bytes, length);
  return bytes.subarray(0, length);
}

function unreadable(path: string, message: string): AppError {
  return new AppError('invalid_request', message, { issues: [{ path, message }] });
}

/** Cleans a file name for display: no path, no invisible characters. */
function cleanName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  return (
    last
      .replace(/[\p{Cc}\p{Cs}\p{Cf}]/gu, '')
      .trim()
      .slice(0, 200) || 'file'
  );
}
