import type { CoinId } from '#contract/units.ts';
import type { PastPrices } from '../calculator/past-values.ts';
import { coinsOf, type LedgerEntry } from '../engine/entry.ts';
import { expandEntry } from '../engine/expand-entry.ts';
import type { CoinPrice } from '../figures/coin-prices.ts';
import { buildProof } from './build-proof.ts';
import type { ProofAnswer, ProofRequest, ProofTask } from './proof-request.ts';
import { readValues } from './read-values.ts';
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
  const lookUp = () => {
    for (const entry of entries) expandEntry(entry, values.toValuer());
  };
  await readValues(past, values, lookUp);
  const isPending = values.needsPending(lookUp);
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
