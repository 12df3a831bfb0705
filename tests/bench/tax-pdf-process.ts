import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createPdfRenderer } from '../../server/portfolio/tax/pdf/pdf-renderer.ts';

/** The time and memory that drawing a PDF took. */
export interface PdfUsage {
  readonly ms: number;
  /** The peak increase in memory of the whole process, in bytes. */
  readonly memoryBytes: number;
  readonly pdfBytes: number;
}

// Runs as a separate process: draws the report in the given file and prints the usage as JSON.

const samplingMs = 5;

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

const json = readFileSync(process.argv[2]!);
collectGarbage();
const before = process.memoryUsage.rss();
let highest = before;
const sampling = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage.rss());
}, samplingMs);
const begun = performance.now();
const pdf = await createPdfRenderer().render(json, 0, 'user');
const ms = performance.now() - begun;
clearInterval(sampling);
const usage: PdfUsage = { ms, memoryBytes: highest - before, pdfBytes: pdf.length };
console.log(JSON.stringify(usage));
