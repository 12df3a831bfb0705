import type { Instant } from '#contract/units.ts';
import { readReportBytes } from '../report/read-report-bytes.ts';
import { createCoverBlocks, titleOf } from './cover-blocks.ts';
import { drawPages } from './draw-pages.ts';
import { createGlossaryBlock } from './glossary-block.ts';
import { paginate } from './paginate.ts';
import { paperSizes, ReportCanvas } from './report-canvas.ts';
import { createTableBlocks } from './table-blocks.ts';

export interface DrawReportOptions {
  /** When the report was made. The same report and instant give the same bytes. */
  readonly madeAt: Instant;
  readonly isCompressed?: boolean;
}

/** Draws a report, given as the bytes of its JSON. */
export async function drawReport(json: Buffer, options: DrawReportOptions): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await writeReport(json, options, (chunk) => chunks.push(chunk));
  return Buffer.concat(chunks);
}

/** Like `drawReport`, but passes bytes to `write` as they come, so that nobody has to hold them all. */
export async function writeReport(
  json: Buffer,
  { madeAt, isCompressed = true }: DrawReportOptions,
  write: (chunk: Buffer) => void,
): Promise<void> {
  const report = readReportBytes(json);
  const { head } = report;
  const title = titleOf(head);
  const size = head.country === 'US' ? 'LETTER' : 'A4';
  const footer = `Altimeter · ${title} · ${head.portfolios.map(({ name }) => name).join(', ')}`;
  const canvas = new ReportCanvas({ title, madeAt, size, footer, isCompressed });
  const blocks = [
    ...createCoverBlocks(report, madeAt),
    createGlossaryBlock(head.country),
    ...createTableBlocks(report),
  ];
  const pages = paginate(blocks, paperSizes[size], canvas.fit);
  canvas.pageCount = pages.length;
  drawPages(canvas, pages, () => writeWaiting(canvas.doc, write));
  canvas.end();
  await writeRest(canvas.doc, write);
}

/** Passes on what the document has buffered: many tiny chunks, which take little memory if read often. */
function writeWaiting(doc: PDFKit.PDFDocument, write: (chunk: Buffer) => void): void {
  const chunk = doc.read() as Buffer | null;
  if (chunk) write(chunk);
}

function writeRest(doc: PDFKit.PDFDocument, write: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    doc.on('data', write);
    doc.on('end', resolve);
    doc.on('error', reject);
  });
}
