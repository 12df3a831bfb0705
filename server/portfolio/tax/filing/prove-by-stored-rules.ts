import type { TaxLine } from '#contract/tax/report.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { coinsOf, type LedgerEntry } from '../../ledger/engine/entry.ts';
import { countNamedLots, TooManyLotsError } from '../../ledger/engine/named-lots-budget.ts';
import type { ProofText } from '../../ledger/proof/proof-text.ts';
import type { LineProofMaker } from '../proof/line-proof-maker.ts';
import type { LineProofReads, LineProofRequest } from '../proof/line-proof-request.ts';
import { listProvenEntries } from '../proof/make-line-proof.ts';
import type { ReportHead } from '../report/read-report-bytes.ts';
import { readEntries } from './read-entries.ts';
import type { UsedValue } from './recorded-values.ts';

/** A filed report, and what was stored with it. */
export interface StoredReport {
  readonly userId: string;
  readonly head: ReportHead;
  /** Does what reads the ledger, which may have tens of megabytes, while no other filed report is read. */
  readonly withLedger: <Result>(read: (ledger: string) => Promise<Result>) => Promise<Result>;
  readonly used: readonly UsedValue[];
  readonly filedAt: number;
}

/** The disposal that is proved; null: all of the coin's within the span. */
export type ProofTarget = Pick<LineProofRequest, 'disposal' | 'span'>;

/** Proves a line of a filed report by the rules of its country. */
export async function proveByStoredRules(
  makeProof: LineProofMaker,
  stored: StoredReport,
  line: TaxLine,
  target: ProofTarget,
): Promise<ProofText> {
  const { userId, used, withLedger } = stored;
  const { request, byPortfolio, size } = await withLedger((ledger) =>
    readProven(stored, ledger, line, target),
  );
  return makeProof(request, toReads(byPortfolio, used), { userId, size, isStored: true });
}

/** The request for a proof, and the transactions that it needs, by portfolio: only these are kept while it waits. */
async function readProven(
  { head, filedAt }: StoredReport,
  written: string,
  line: TaxLine,
  target: ProofTarget,
) {
  const { country, timeZone, currency, basis, ledger, portfolios } = head;
  const byPortfolio = await readPortfolios(head, written, line);
  const request: LineProofRequest = {
    ...{ country, timeZone, currency, coinId: line.coinId, asOf: filedAt },
    ...target,
    choice: { method: ledger.method, scope: basis === 'wallet' ? 'wallet' : ledger.scope },
    portfolios: portfolios.map(({ id }) => ({ id })),
  };
  const { entries, at } = listProvenEntries(request, [...byPortfolio.values()].flat());
  for (const [id, own] of byPortfolio)
    byPortfolio.set(
      id,
      own.filter(({ occurredAt }) => at === null || occurredAt <= at),
    );
  return { request, byPortfolio, size: entries.length };
}

/**
 * The disposals that a line describes. Reports filed before lines were proved by rules don't say which of them are fees,
 * so there the line's kind decides for all.
 */
export const disposalsOf = ({ proofs, transactionIds, kind }: TaxLine) =>
  proofs.some(({ transaction }) => transaction !== undefined)
    ? proofs.map(({ transaction = '', isFee = false }) => ({ transactionId: transaction, isFee }))
    : transactionIds.map((transactionId) => ({ transactionId, isFee: kind === 'fee' }));

/** The transactions that decide the line, by portfolio: those of its coin; in France, where every coin counts, all. */
async function readPortfolios(
  { country, portfolios }: ReportHead,
  ledger: string,
  { coinId }: TaxLine,
): Promise<Map<string, LedgerEntry[]>> {
  const own = portfolios[0]!.id;
  const byPortfolio = new Map<string, LedgerEntry[]>(portfolios.map(({ id }) => [id, []]));
  for await (const { entry, portfolioId } of readEntries(ledger)) {
    if (portfolioId === undefined && portfolios.length > 1)
      throw new AppError(
        'conflict',
        'This report was filed before its portfolios were stored separately, so there is no proof of its lines. The report itself shows how they were calculated. The lines of a report filed now can be proved.',
      );
    if (country === 'FR' || coinsOf(entry).includes(coinId)) byPortfolio.get(portfolioId ?? own)?.push(entry);
  }
  return byPortfolio;
}

/** Reads what was stored with the report. A price or rate that was not stored was unknown at filing. */
function toReads(
  byPortfolio: ReadonlyMap<string, readonly LedgerEntry[]>,
  used: readonly UsedValue[],
): LineProofReads {
  const values = new Map(used.map(({ kind, name, day, found }) => [`${kind} ${name} ${day}`, found]));
  const find = (kind: UsedValue['kind'], name: string, day: string) =>
    values.get(`${kind} ${name} ${day}`) ?? null;
  return {
    readChanges: async (id, _since, maxLots) => {
      const entries = byPortfolio.get(id) ?? [];
      if (maxLots !== undefined && countNamedLots(entries) > maxLots) throw new TooManyLotsError();
      return { revision: 0, replaces: true, removedIds: [], entries };
    },
    readCloses: async (wanted) => wanted.map(({ coinId, day }) => find('price', coinId, day)),
    readRates: async (wanted) => wanted.map(({ currency, day }) => find('rate', currency, day)),
  };
}
