import { Worker } from 'node:worker_threads';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { RenderTaxPdf } from '../render-pdf.ts';

export interface PdfRequest {
  readonly json: Uint8Array<ArrayBuffer>;
  readonly madeAt: Instant;
}

export interface PdfAnswer {
  readonly pdf: Uint8Array<ArrayBuffer>;
}

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
/** Heap limits. The bytes of the report and of the PDF are outside the heap. */
const resourceLimits = { maxOldGenerationSizeMb: 112, maxYoungGenerationSizeMb: 8 };

/**
 * Makes PDFs in a worker thread, one at a time, so that other requests aren't blocked. The thread ends with each
 * report, which frees its memory.
 */
export function createPdfRenderer({
  maxMs = defaultMaxMs,
  file = workerFile,
}: RendererOptions = {}): PdfRenderer {
  let last: Promise<unknown> = Promise.resolve();
  let running: Worker | undefined;

  async function renderNow(reportJson: string, madeAt: Instant): Promise<Buffer> {
    const worker = new Worker(file, { resourceLimits });
    running = worker;
    try {
      return await draw(worker, { json: new TextEncoder().encode(reportJson), madeAt }, maxMs);
    } finally {
      await worker.terminate();
    }
  }

  return {
    render(reportJson, madeAt) {
      const rendered = last.then(() => renderNow(reportJson, madeAt));
      last = rendered.catch(() => undefined);
      return rendered;
    },
    async stop() {
      await running?.terminate();
    },
  };
}

async function draw(worker: Worker, request: PdfRequest, maxMs: Milliseconds): Promise<Buffer> {
  const answer = Promise.withResolvers<PdfAnswer>();
  worker.on('message', answer.resolve);
  worker.on('error', answer.reject);
  worker.on('exit', () => answer.reject(new Error('the thread that draws PDFs ended')));
  const timer = setTimeout(() => answer.reject(new Error('the PDF took too long')), maxMs);
  worker.postMessage(request, [request.json.buffer]);
  try {
    const { pdf } = await answer.promise;
    return Buffer.from(pdf.buffer);
  } finally {
    clearTimeout(timer);
  }
}
