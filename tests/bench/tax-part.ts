import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createPdfRenderer } from '../../server/portfolio/tax/pdf/pdf-renderer.ts';
import { entryOf } from '../support/portfolio/ledger-entries.ts';
import { reportOf } from '../support/portfolio/tax-report.ts';
import { type Finding, limited, milliseconds } from './report.ts';

const sizes = [5, 500, 50_000];
const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;
const samplingMs = 10;

/** A report with `count` lines, as JSON text. */
function makeReport(count: number): string {
  const entries = [
    entryOf('bought', 'buy', '2023-01-01', { in: '1000 bitcoin', out: '1000 GBP' }),
    entryOf('sold', 'sell', '2024-06-01', { in: '900.25 GBP', out: '0.123456789 bitcoin' }),
  ];
  const report = reportOf(entries, { country: 'GB', year: 2024 });
  const [line] = report.lines;
  const lines = Array.from({ length: count }, (_, index) => ({ ...line!, number: index + 1 }));
  return JSON.stringify({ ...report, lines });
}

/** Measures the process's peak memory increase while a PDF is rendered, and the time. */
async function measurePdf(count: number): Promise<Finding[]> {
  const json = makeReport(count);
  collectGarbage();
  const before = process.memoryUsage.rss();
  let highest = before;
  const sampling = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, samplingMs);
  const begun = performance.now();
  const pdf = await createPdfRenderer().render(json, 0);
  const took = performance.now() - begun;
  clearInterval(sampling);
  const lines = `${count.toLocaleString('en-US')} lines`;
  return [
    limited(`A PDF of ${lines}`, took, { atMost: 10_000 }, milliseconds),
    {
      what: `Memory of the whole process for it, ${mebibytes(pdf.length)}`,
      measured: mebibytes(highest - before),
    },
  ];
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Measures the time and memory that tax report PDFs take. */
export async function measureTaxPdfs(): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const count of sizes) findings.push(...(await measurePdf(count)));
  return findings;
}
