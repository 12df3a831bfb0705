import type { Instant } from '#contract/units.ts';
import { coverBlocks, titleOf } from './cover-blocks.ts';
import { drawPages } from './draw-pages.ts';
import { paginate } from './paginate.ts';
import { readReportBytes } from './read-report-bytes.ts';
import { paperSizes, ReportCanvas } from './report-canvas.ts';
import { tableBlocks } from './table-blocks.ts';

export interface DrawReportOptions {
  /** When the report was made. The same report and instant give the same bytes. */
  readonly madeAt: Instant;
  readonly isCompressed?: boolean;
}

/** Draws a report from the bytes of its JSON. */
export function drawReport(
  json: Buffer,
  { madeAt, isCompressed = true }: DrawReportOptions,
): Promise<Buffer> {
  const report = readReportBytes(json);
  const { head } = report;
  const title = titleOf(head);
  const size = head.country === 'US' ? 'LETTER' : 'A4';
  const foot = `Altimeter · ${title} · ${head.portfolios.map(({ name }) => name).join(', ')}`;
  const canvas = new ReportCanvas({ title, madeAt, size, foot, isCompressed });
  const blocks = [...coverBlocks(report, madeAt), ...tableBlocks(report)];
  const pages = paginate(blocks, paperSizes[size], canvas.fit);
  canvas.pageCount = pages.length;
  const collected = new CollectedBytes(canvas.doc);
  drawPages(canvas, pages, () => collected.take());
  canvas.end();
  return collected.finish();
}

/** Collects a document's output. pdfkit emits chunks of a few bytes, so read it often to save memory. */
class CollectedBytes {
  readonly #doc: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  take(): void {
    const chunk = this.#doc.read() as Buffer | null;
    if (chunk) this.#chunks.push(chunk);
  }

  finish(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#doc.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
      this.#doc.on('end', () => resolve(Buffer.concat(this.#chunks)));
      this.#doc.on('error', reject);
    });
  }
}
