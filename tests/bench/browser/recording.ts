import { writeFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { type Answer, getAnswer } from '../http/http-load.ts';

/** What one address of Altimeter answered: in full as gzip, and to a matching `If-None-Match`. */
export interface RecordedAnswer {
  readonly path: string;
  readonly etag: string | undefined;
  readonly contentType: string;
  readonly headers: OutgoingHttpHeaders;
  readonly notModifiedHeaders: OutgoingHttpHeaders;
  /** Base64 of the body as it was sent. */
  readonly body: string;
  /** The body without compression, where it is text. */
  readonly text: string | undefined;
}

/** Headers that each server sets by itself, for this connection and this instant. */
const ownHeaders = ['connection', 'keep-alive', 'date', 'transfer-encoding'];

/**
 * Asks Altimeter for an address as a browser would, so that another server can send the very same bytes; `credentials`
 * are sent with it.
 */
export async function recordAnswer(
  origin: string,
  path: string,
  credentials: OutgoingHttpHeaders = {},
): Promise<RecordedAnswer> {
  const asked = { 'accept-encoding': 'gzip', ...credentials };
  const full = await getAnswer(origin + path, asked);
  if (full.status !== 200) throw new Error(`${path} answered ${full.status}`);
  const { etag, 'content-encoding': encoding, 'content-type': contentType = '' } = full.headers;
  const notModified = etag ? await getAnswer(origin + path, { ...asked, 'if-none-match': etag }) : undefined;
  const isText = /^text\/|json/.test(contentType);
  const plain = encoding === 'gzip' ? gunzipSync(full.body) : full.body;
  return {
    path,
    etag,
    contentType,
    headers: keptHeaders(full),
    notModifiedHeaders: notModified ? keptHeaders(notModified) : {},
    body: full.body.toString('base64'),
    text: isText ? plain.toString('utf8') : undefined,
  };
}

/** Writes recordings to a file that the servers to compare with read at their start. */
export async function saveRecordings(file: string, recordings: readonly RecordedAnswer[]): Promise<void> {
  await writeFile(file, JSON.stringify(recordings));
}

function keptHeaders({ headers }: Answer): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.includes(name)));
}
