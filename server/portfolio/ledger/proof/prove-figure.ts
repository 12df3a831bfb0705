import type { CoinId } from '#contract/units.ts';
import type { PastPrices } from '../calculator/past-values.ts';
import { coinsOf, type LedgerEntry } from '../engine/entry.ts';
import { expandEntry } from '../engine/expand-entry.ts';
import type { CoinPrice } from '../figures/coin-prices.ts';
import { buildProof } from './build-proof.ts';
import type { ProofAnswer, ProofRequest, ProofTask } from './proof-request.ts';
import { ValueBook } from './value-book.ts';
import { maxEntries, writeProof } from './write-proof.ts';

/** The transactions from which a figure is computed. */
export function listCounted(
  entries: Iterable<LedgerEntry>,
  { coinId, at }: Pick<ProofRequest, 'coinId' | 'at'>,
): LedgerEntry[] {
  return [...entries].filter(
    (entry) =>
      (coinId === null || coinsOf(entry).includes(coinId)) && (at === null || entry.occurredAt <= at),
  );
}

/** Builds the proof of a figure from the transactions it is computed from. */
export async function proveFigure(
  { request, prices, priceSource }: ProofTask,
  entries: readonly LedgerEntry[],
  past: PastPrices,
): Promise<ProofAnswer> {
  if (entries.length > maxEntries) return { outcome: 'tooLarge' };
  const values = fillPrices(prices, request.currency, priceSource);
  await readValues(past, entries, values);
  const isPending = entries.some((entry) => values.needsPending(() => expandEntry(entry, values.toValuer())));
  if (isPending) return { outcome: 'pending' };
  const json = writeProof(buildProof(request, entries, values.copy()));
  return json === null ? { outcome: 'tooLarge' } : { outcome: 'proven', json };
}

function fillPrices(
  prices: ReadonlyMap<CoinId, CoinPrice>,
  currency: string,
  priceSource: string,
): ValueBook {
  const values = new ValueBook(currency);
  for (const [coinId, { dollars, rate, asOf, problem }] of prices) {
    const isPending = problem === 'price_pending';
    const quote =
      dollars === null || asOf === null ? null : { value: dollars, at: asOf, source: priceSource };
    values.setPrice(coinId, 'now', isPending ? 'pending' : quote);
    if (rate) values.setRate(currency, 'now', rate);
  }
  return values;
}

/** Loops until no value that the transactions need is missing. */
async function readValues(
  past: PastPrices,
  entries: readonly LedgerEntry[],
  values: ValueBook,
): Promise<void> {
  for (;;) {
    for (const entry of entries) expandEntry(entry, values.toValuer());
    const { closes, rates } = values.takeMissing();
    if (closes.length + rates.length === 0) return;
    const [foundCloses, foundRates] = [await past.readCloses(closes), await past.readRates(rates)];
    for (const [index, { coinId, day }] of closes.entries())
      values.setPrice(coinId, day, foundCloses[index] ?? null);
    for (const [index, { currency: code, day }] of rates.entries())
      values.setRate(code, day, foundRates[index] ?? null);
  }
}
