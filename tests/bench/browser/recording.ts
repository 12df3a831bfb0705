import { writeFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { type Answer, getAnswer } from '../http/http-load.ts';

/** Altimeter's answers at one address: the complete one as gzip, and the one to a matching `If-None-Match`. */
export interface RecordedAnswer {
  readonly path: string;
  readonly etag: string | undefined;
  readonly contentType: string;
  readonly headers: OutgoingHttpHeaders;
  readonly notModifiedHeaders: OutgoingHttpHeaders;
  /** Base64 of the body as sent. */
  readonly body: string;
  /** The uncompressed body, if it is text. */
  readonly text: string | undefined;
}

/** Headers that depend on the server, the connection or the time. */
const ownHeaders = ['connection', 'keep-alive', 'date', 'transfer-encoding'];

/**
 * Requests an address of Altimeter as a browser would, so that another server can send the same bytes; `credentials`
 * are sent along.
 */
export async function recordAnswer(
  origin: string,
  path: string,
  credentials: OutgoingHttpHeaders = {},
): Promise<RecordedAnswer> {
  const requestHeaders = { 'accept-encoding': 'gzip', ...credentials };
  const full = await getAnswer(origin + path, requestHeaders);
  if (full.status !== 200) throw new Error(`${path} answered ${full.status}`);
  const { etag, 'content-encoding': encoding, 'content-type': contentType = '' } = full.headers;
  const notModified = etag
    ? await getAnswer(origin + path, { ...requestHeaders, 'if-none-match': etag })
    : undefined;
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

/** Writes recordings to a file that the comparison servers read on start. */
export async function saveRecordings(file: string, recordings: readonly RecordedAnswer[]): Promise<void> {
  await writeFile(file, JSON.stringify(recordings));
}

function keptHeaders({ headers }: Answer): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.includes(name)));
}
