import type { CoinId } from '#contract/units.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { PastPrices } from '../calculator/past-values.ts';
import { expandEntry } from '../engine/expand-entry.ts';
import type { CoinPrice } from '../figures/coin-prices.ts';
import type { CountedEntries } from './list-counted.ts';
import type { ProofAnswer, ProofTask } from './proof-request.ts';
import type { BuildProof } from './proof-thread.ts';
import { readValues } from './read-values.ts';
import { ValueBook } from './value-book.ts';
import { maxEntries } from './write-proof.ts';

/**
 * Proves a figure from its transactions, which `listCounted` finds. `subject`: whose turn it takes. Throws what `build`
 * throws, except `too_large`.
 */
export async function proveFigure(
  { request, prices, dayValues, subject }: ProofTask & { readonly subject: string },
  { entries, at }: CountedEntries,
  { past, build }: { readonly past: PastPrices; readonly build: BuildProof },
): Promise<ProofAnswer> {
  if (entries.length > maxEntries) return { outcome: 'tooLarge' };
  const values = fillPrices(prices, request.currency);
  // A value that was unknown when shown would give another number now.
  const hasCost = request.figure !== 'value' && request.figure !== 'amount';
  for (const { kind, name, day, value } of dayValues.filter((one) => hasCost || one.value !== 'pending'))
    if (kind === 'quote') values.setPrice(name, day, value);
    else values.setRate(name, day, value);
  const lookUp = () => {
    for (const entry of entries) expandEntry(entry, values.toValuer());
  };
  await readValues(past, values, lookUp);
  const isPending = values.needsPending(lookUp);
  if (isPending) return { outcome: 'pending' };
  try {
    const { text } = await build(subject, { ...request, at }, entries, values.copy());
    return { outcome: 'proven', json: text };
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_large') return { outcome: 'tooLarge' };
    throw error;
  }
}

function fillPrices(prices: ReadonlyMap<CoinId, CoinPrice>, currency: string): ValueBook {
  const values = new ValueBook(currency);
  for (const [coinId, { dollars, rate, asOf, source, problem }] of prices) {
    const isPending = problem === 'price_pending';
    const isPriced = dollars !== null && asOf !== null && source !== null;
    const quote = isPriced ? { value: dollars, at: asOf, source } : null;
    values.setPrice(coinId, 'now', isPending ? 'pending' : quote);
    if (rate) values.setRate(currency, 'now', rate);
  }
  return values;
}
