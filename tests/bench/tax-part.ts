import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type TaxCountry, taxCountries } from '#contract/tax/choice.ts';
import { taxCountryNames } from '#contract/tax/words.ts';
import { serverEnvironment, serverFlags } from '../../scripts/server-process.mjs';
import { makeTaxReport } from './made-tax-report.ts';
import { type Finding, limited, mebibytes, milliseconds } from './report.ts';
import type { PdfUsage } from './tax-pdf-process.ts';

const program = fileURLToPath(new URL('./tax-pdf-process.ts', import.meta.url));
const largest = 50_000;
const maxMs = 10_000;
const maxBytes = 200 * 1024 * 1024;
/** All other coins are sold without a purchase, so nearly every line has a problem. */
const coinsWithPurchases = 9;

interface Case {
  readonly country: TaxCountry;
  readonly lines: number;
  readonly boughtCoins?: number;
}

const cases: readonly Case[] = [
  { country: 'GB', lines: 5 },
  { country: 'GB', lines: 500 },
  ...taxCountries.map((country) => ({ country, lines: largest })),
  ...(['GB', 'US', 'DE'] as const).map((country) => ({
    ...{ country, lines: largest, boughtCoins: coinsWithPurchases },
  })),
];

/** Measures the time and memory that PDFs of tax reports take in a process like the server's. */
export async function measureTaxPdfs(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'altimeter-tax-'));
  try {
    const findings: Finding[] = [];
    for (const one of cases) findings.push(...(await measurePdf(one, join(folder, 'report.json'))));
    return findings;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measurePdf(one: Case, file: string): Promise<Finding[]> {
  await writeFile(file, makeTaxReport(one));
  const env = { ...process.env, ...serverEnvironment, NODE_ENV: 'production' };
  const { stdout } = await promisify(execFile)(process.execPath, [...serverFlags, program, file], { env });
  const { ms, memoryBytes, pdfBytes } = JSON.parse(stdout) as PdfUsage;
  const trouble = one.boughtCoins === undefined ? '' : ', most with a problem';
  const lines = `${taxCountryNames[one.country]}, ${one.lines.toLocaleString('en-US')} lines${trouble}`;
  return [
    limited(`A PDF of ${lines} (${mebibytes(pdfBytes)})`, ms, { atMost: maxMs }, milliseconds),
    limited('… memory of the whole process', memoryBytes, { atMost: maxBytes }, mebibytes),
  ];
}
