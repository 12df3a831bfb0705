import { parentPort } from 'node:worker_threads';
import { writeReport } from './draw-report.ts';
import type { PdfMessage, PdfRequest } from './pdf-renderer.ts';

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

/** Bytes leave the thread in pieces of at least this size: a message per page would cost more than its bytes. */
const minPieceBytes = 256 * 1024;

port.on('message', async ({ json, madeAt }: PdfRequest) => {
  let waiting: Buffer[] = [];
  let size = 0;
  const send = () => {
    // Copied, because small buffers share a pool and can't be transferred.
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const chunk of waiting) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    [waiting, size] = [[], 0];
    post({ bytes }, [bytes.buffer]);
  };
  const report = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  await writeReport(report, { madeAt }, (chunk) => {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= minPieceBytes) send();
  });
  send();
  post('done');
});

function post(message: PdfMessage, transfer: readonly ArrayBuffer[] = []): void {
  port!.postMessage(message, transfer);
}
