import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { TaxReport } from '#contract/tax/report.ts';
import type { CoinId } from '#contract/units.ts';
import { DayValues } from '../../ledger/calculator/day-values.ts';
import { changeEntry } from '../../ledger/engine/change-entry.ts';
import { CoinBudget } from '../../ledger/engine/coin-budget.ts';
import { coinsOf, type LedgerEntry } from '../../ledger/engine/entry.ts';
import { expandEntry } from '../../ledger/engine/expand-entry.ts';
import type { CoinNames } from '../../ledger/figures/coin-names.ts';
import { writeReportCsv } from '../csv/report-csv.ts';
import { buildReport } from '../report/build-report.ts';
import type { TaxCase } from '../report/tax-case.ts';
import { createTaxYear } from '../report/tax-year.ts';
import type { ReportQuery, ReportReads } from './report-query.ts';
import { walletIdIn } from './wallet-names.ts';
import { joinPieces, writeInPieces } from './write-in-pieces.ts';

/** Makes a report and returns its file's bytes. Throws `conflict` if there are too many coins. */
export async function makeReportBytes(
  query: ReportQuery,
  reads: ReportReads,
): Promise<Uint8Array<ArrayBuffer>> {
  const report = await makeReport(query, reads);
  return joinPieces(query.format === 'csv' ? writeReportCsv(report) : writeInPieces(report));
}

/** Applies the rules, reading ledgers, prices and rates until nothing is missing. */
async function makeReport(query: ReportQuery, reads: ReportReads): Promise<TaxReport> {
  const { country, currency, portfolios, now } = query;
  const [own = [], ...others] = await readLedgers(query, reads);
  const entries = others.length === 0 ? own : [...own, ...others.flat()];
  const values = new DayValues(reads, () => now);
  const taxCase: TaxCase = {
    country,
    currency,
    entries,
    own,
    now,
    year: createTaxYear(country, query.year, query.timeZone ?? undefined),
    basis: query.basis,
    settings: query.settings,
    valuer: values.valuerIn(currency),
  };
  const names = await readNames(query, [own, ...others], reads);
  const { otherPortfolios, walletNames } = query;
  const labels = { portfolios, otherPortfolios, walletNames, names };
  do {
    for (const entry of entries) expandEntry(entry, taxCase.valuer);
    await yieldToEventLoop();
  } while (await values.load());
  // Some rules need values for days without transactions.
  for (;;) {
    const report = buildReport(taxCase, labels);
    if (!(await values.load())) return report;
  }
}

/** Reads each portfolio's entries, with its `Main` as a wallet of its own. Throws `conflict` if there are too many coins. */
export async function readLedgers(
  { portfolios }: { readonly portfolios: readonly Pick<ReportQuery['portfolios'][number], 'id'>[] },
  { readChanges }: Pick<ReportReads, 'readChanges'>,
): Promise<LedgerEntry[][]> {
  const ledgers: LedgerEntry[][] = [];
  const coins = new CoinBudget();
  for (const [index, { id }] of portfolios.entries()) {
    const { entries } = await readChanges(id, 0);
    for (const entry of entries) coins.add(entry);
    coins.check();
    const nameWallet = (wallet: string) => walletIdIn(id, wallet);
    ledgers.push(
      index === 0
        ? [...entries]
        : entries.map((entry) =>
            changeEntry(entry, {
              wallet: nameWallet(entry.wallet),
              toWallet: entry.toWallet === null ? null : nameWallet(entry.toWallet),
            }),
          ),
    );
  }
  return ledgers;
}

async function readNames(
  { portfolios }: ReportQuery,
  ledgers: readonly (readonly LedgerEntry[])[],
  reads: ReportReads,
): Promise<Map<CoinId, CoinNames>> {
  const names = new Map<CoinId, CoinNames>();
  for (const [index, { id }] of portfolios.entries()) {
    const coinIds = new Set((ledgers[index] ?? []).flatMap(coinsOf));
    const found = await reads.readNames(
      id,
      [...coinIds].filter((coinId) => !names.has(coinId)),
    );
    for (const [coinId, { symbol, name }] of found) names.set(coinId, { symbol, name });
  }
  return names;
}
