import type { PastPrices } from '../calculator/past-values.ts';
import type { ValueBook } from './value-book.ts';

/** Reads values until none that `lookUp` needs is missing. */
export async function readValues(past: PastPrices, values: ValueBook, lookUp: () => void): Promise<void> {
  for (;;) {
    lookUp();
    const { closes, rates } = values.takeMissing();
    if (closes.length + rates.length === 0) return;
    const [foundCloses, foundRates] = [await past.readCloses(closes), await past.readRates(rates)];
    for (const [index, { coinId, day }] of closes.entries())
      values.setPrice(coinId, day, foundCloses[index] ?? null);
    for (const [index, { currency, day }] of rates.entries())
      values.setRate(currency, day, foundRates[index] ?? null);
  }
}
