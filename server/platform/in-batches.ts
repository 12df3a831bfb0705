/** Items per batch: writing them as JSON takes a few milliseconds. */
const batchSize = 500;

/** Splits a list into batches, which `writeJsonPieces` writes one by one. */
export async function* inBatches<T>(items: readonly T[]): AsyncGenerator<T[]> {
  for (let start = 0; start < items.length; start += batchSize) yield items.slice(start, start + batchSize);
}
