import { parentPort } from 'node:worker_threads';
import { drawReport } from './draw-report.ts';
import type { PdfAnswer, PdfRequest } from './pdf-renderer.ts';

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

port.on('message', async ({ json, madeAt }: PdfRequest) => {
  const bytes = await drawReport(Buffer.from(json.buffer, json.byteOffset, json.byteLength), { madeAt });
  const answer: PdfAnswer = { pdf: takeOut(bytes) };
  port.postMessage(answer, [answer.pdf.buffer]);
});

/** Copies the bytes: a small Buffer is part of a shared pool, which can't be transferred to another thread. */
function takeOut(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}
