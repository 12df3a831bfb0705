import { Worker } from 'node:worker_threads';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import { busyError } from '#server/platform/http/load/turns.ts';
import type { RenderTaxPdf } from '../render-tax-pdf.ts';
import { tooLongToDraw } from '../report/read-report-bytes.ts';

export interface PdfRequest {
  readonly json: Uint8Array<ArrayBuffer>;
  readonly madeAt: Instant;
}

/** The next bytes of the PDF, or `done` after the last ones. */
export type PdfMessage = { readonly bytes: Uint8Array<ArrayBuffer> } | 'done';

export interface PdfRenderer {
  readonly render: RenderTaxPdf;
  stop(): Promise<void>;
}

interface RendererOptions {
  /** Time limit per report. */
  readonly maxMs?: Milliseconds;
  readonly file?: URL;
  /**
   * Bytes of the long reports that are drawn or wait, in total; beyond them, others are refused with `unavailable`. Half
   * is kept for users with none.
   */
  readonly maxOpenBytes?: number;
}

const workerFile = new URL('./pdf-worker.ts', import.meta.url);
/** A report of 50,000 lines takes about a tenth of this. */
const defaultMaxMs = 60_000;
/** Size of a report's JSON, in bytes, from which drawing can take more than some seconds. */
const minLongBytes = 1024 * 1024;
/** Some of the longest reports. One alone may be longer. */
const defaultMaxOpenBytes = 256 * 1024 * 1024;
/** Heap limits. The bytes of the report and of the PDF are outside the heap. */
const resourceLimits = { maxOldGenerationSizeMb: 112, maxYoungGenerationSizeMb: 8 };

/**
 * Makes PDFs in worker threads, so that other requests aren't blocked: one long report at a time, and one short one, which
 * doesn't wait for the long ones. Users take turns. The thread ends with each report, which frees its memory.
 */
export function createPdfRenderer({
  maxMs = defaultMaxMs,
  file = workerFile,
  maxOpenBytes = defaultMaxOpenBytes,
}: RendererOptions = {}): PdfRenderer {
  const [longQueue, shortQueue] = [new FairQueue(), new FairQueue()];
  const running = new Set<Worker>();
  let openBytes = 0;
  const openByUser = new Map<string, number>();
  let isStopped = false;

  async function renderNow(reportJson: Uint8Array, madeAt: Instant): Promise<Buffer> {
    if (isStopped) throw new Error('the server is stopping');
    const worker = new Worker(file, { resourceLimits });
    running.add(worker);
    let pieces: readonly Uint8Array[];
    try {
      pieces = await draw(worker, { json: new Uint8Array(reportJson), madeAt }, maxMs);
    } finally {
      await worker.terminate();
      running.delete(worker);
    }
    // Joined only after the thread has freed its memory, because this holds the PDF twice.
    return Buffer.concat(pieces);
  }

  function count(userId: string, reports: number, bytes: number): void {
    openBytes += bytes;
    const open = (openByUser.get(userId) ?? 0) + reports;
    if (open === 0) openByUser.delete(userId);
    else openByUser.set(userId, open);
  }

  return {
    async render(reportJson, madeAt, userId) {
      const { byteLength } = reportJson;
      const draw = () => renderNow(reportJson, madeAt);
      if (byteLength < minLongBytes) return shortQueue.run(userId, draw);
      const room = openByUser.has(userId) ? maxOpenBytes / 2 : maxOpenBytes;
      if (openBytes > 0 && openBytes + byteLength > room) throw busyError('unavailable');
      count(userId, 1, byteLength);
      try {
        return await longQueue.run(userId, draw);
      } finally {
        count(userId, -1, -byteLength);
      }
    },
    async stop() {
      isStopped = true;
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}

/** Codes of a thread's errors that mean a report is too long. An `AppError` loses its class between threads. */
const tooMuch: ReadonlySet<string | undefined> = new Set(['conflict', 'ERR_WORKER_OUT_OF_MEMORY']);

async function draw(
  worker: Worker,
  request: PdfRequest,
  maxMs: Milliseconds,
): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  const done = Promise.withResolvers<void>();
  worker.on('message', (message: PdfMessage) => {
    if (message === 'done') done.resolve();
    else pieces.push(message.bytes);
  });
  worker.on('error', (error: Error & { code?: string }) =>
    done.reject(tooMuch.has(error.code) ? tooLongToDraw() : error),
  );
  worker.on('exit', () => done.reject(new Error('the thread that draws PDFs ended')));
  const timer = setTimeout(() => done.reject(tooLongToDraw()), maxMs);
  worker.postMessage(request, [request.json.buffer]);
  try {
    await done.promise;
    return pieces;
  } finally {
    clearTimeout(timer);
  }
}
