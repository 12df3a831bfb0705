import { Worker } from 'node:worker_threads';
import type { Instant, Milliseconds } from '#contract/units.ts';
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
}

const workerFile = new URL('./pdf-worker.ts', import.meta.url);
/** A report of 50,000 lines takes about a tenth of this. */
const defaultMaxMs = 60_000;
/** Size of a report's JSON, in bytes, from which drawing can take more than some seconds. */
const minLongBytes = 1024 * 1024;
/** Heap limits. The bytes of the report and of the PDF are outside the heap. */
const resourceLimits = { maxOldGenerationSizeMb: 112, maxYoungGenerationSizeMb: 8 };

/**
 * Makes PDFs in worker threads, so that other requests aren't blocked: one long report at a time, and one short one, which
 * doesn't wait for the long ones. The thread ends with each report, which frees its memory.
 */
export function createPdfRenderer({
  maxMs = defaultMaxMs,
  file = workerFile,
}: RendererOptions = {}): PdfRenderer {
  const last: Record<'long' | 'short', Promise<unknown>> = {
    long: Promise.resolve(),
    short: Promise.resolve(),
  };
  const running = new Set<Worker>();

  async function renderNow(reportJson: Uint8Array, madeAt: Instant): Promise<Buffer> {
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

  return {
    render(reportJson, madeAt) {
      const length = reportJson.byteLength < minLongBytes ? 'short' : 'long';
      const rendered = last[length].then(() => renderNow(reportJson, madeAt));
      last[length] = rendered.catch(() => undefined);
      return rendered;
    },
    async stop() {
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
