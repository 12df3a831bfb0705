import type { TaxReport } from '#contract/tax/report.ts';
import { writeForm8949 } from './form-8949-csv.ts';
import { writePlainCsv } from './plain-csv.ts';
import { writeSa108 } from './sa108-csv.ts';

/**
 * Writes a report as CSV, in pieces. US: the columns of Form 8949. GB: the boxes of SA108 and the working sheet. Others: a
 * plain table of the lines.
 */
export function writeReportCsv(report: TaxReport): Generator<string> {
  if (report.country === 'US') return writeForm8949(report);
  return report.country === 'GB' ? writeSa108(report) : writePlainCsv(report);
}
