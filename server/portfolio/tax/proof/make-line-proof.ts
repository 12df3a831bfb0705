import { AppError } from '#server/platform/http/app-error.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';
import { expandEntry } from '../../ledger/engine/expand-entry.ts';
import { type CountedEntries, listCounted } from '../../ledger/proof/list-counted.ts';
import type { ProofText } from '../../ledger/proof/proof-text.ts';
import { readValues } from '../../ledger/proof/read-values.ts';
import { ValueBook } from '../../ledger/proof/value-book.ts';
import { maxEntries, stillPending, writeProof } from '../../ledger/proof/write-proof.ts';
import { readLedgers } from '../calculator/make-report.ts';
import { applyEntryRules } from '../report/entry-rules.ts';
import { TimeZone } from '../report/time-zone.ts';
import { FrenchPortfolio } from '../rules/fr-portfolio.ts';
import { rulesByCountry } from '../rules/rules-by-country.ts';
import { buildLineProof } from './build-line-proof.ts';
import type { LineProofReads, LineProofRequest } from './line-proof-request.ts';

const tooLarge = () =>
  new AppError('too_large', 'One proof has at most 12,000 transactions and 20 MB, and this line needs more.');

/** The transactions from which a line is proved. Throws `too_large`. */
export function listProvenEntries(request: LineProofRequest, all: readonly LedgerEntry[]): CountedEntries {
  const { country, timeZone, choice } = request;
  const setup = rulesByCountry[country].getProofSetup(new TimeZone(timeZone), choice);
  const counted = listCounted(all, {
    ...request,
    figure: request.disposal === null ? 'realized' : 'gain',
    coinId: setup.runCoin === null ? null : request.coinId,
    method: setup.method,
    at: null,
  });
  if (counted.entries.length > maxEntries) throw tooLarge();
  return counted;
}

/**
 * Makes the proof of a report's line by the rules of its country. Throws `too_large`, and `unavailable` while a price
 * is being requested.
 */
export async function makeLineProof(request: LineProofRequest, reads: LineProofReads): Promise<ProofText> {
  const { country, timeZone, currency, choice } = request;
  const all = (await readLedgers(request, reads)).flat();
  const setup = rulesByCountry[country].getProofSetup(new TimeZone(timeZone), choice);
  const isOfPortfolio = setup.runCoin === null;
  const { entries, at } = listProvenEntries(request, all);
  const values = new ValueBook(currency);
  const lookUp = () => {
    const valuer = values.toValuer();
    if (isOfPortfolio) new FrenchPortfolio(entries, valuer);
    else for (const entry of entries) expandEntry(applyEntryRules(entry, setup.entryRules).entry, valuer);
  };
  await readValues(reads, values, lookUp);
  if (values.needsPending(lookUp)) throw stillPending();
  const proof = buildLineProof(request, entries, values.copy(), at);
  const text = writeProof(proof);
  if (text === null) throw tooLarge();
  return { value: proof.value, text };
}
