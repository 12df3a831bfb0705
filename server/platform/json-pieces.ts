import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { RawJson } from './raw-json.ts';

/**
 * A long list that is read while it is written. Its items are plain data, or objects with fields that are `RawJson`
 * or long lists themselves.
 */
type Batches = AsyncIterable<readonly unknown[]>;

type Piece = string | Buffer;

/**
 * Yields the output of `JSON.stringify` in pieces. An async iterable of arrays is written as one array of all their
 * items, and `RawJson` is copied.
 */
export async function* writeJsonPieces(value: unknown): AsyncGenerator<Piece> {
  if (value instanceof RawJson) yield value.bytes;
  else if (isBatches(value)) yield* writeBatches(value);
  else if (!hasParts(value)) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* writeArray(value);
  else yield* writeObject(value as object);
}

const isBatches = (value: unknown): value is Batches =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const isPart = (value: unknown) => value instanceof RawJson || isBatches(value);

function hasParts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isPart(value) || Object.values(value).some(hasParts);
}

/** Checks only the top-level fields, because batches are long. */
const hasPartField = (item: unknown) =>
  typeof item === 'object' && item !== null && Object.values(item).some(isPart);

async function* writeBatches(batches: Batches): AsyncGenerator<Piece> {
  let separator = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    if (batch.some(hasPartField)) {
      for (const item of batch) {
        yield separator;
        yield* writeJsonPieces(item);
        separator = ',';
      }
    } else yield separator + JSON.stringify(batch).slice(1, -1);
    separator = ',';
    // Reads from the embedded database are synchronous, so yield to other requests here.
    await yieldToEventLoop();
  }
  yield separator === '[' ? '[]' : ']';
}

async function* writeArray(items: readonly unknown[]): AsyncGenerator<Piece> {
  for (const [index, item] of items.entries()) {
    yield index === 0 ? '[' : ',';
    yield* writeJsonPieces(item);
    await yieldToEventLoop();
  }
  yield ']';
}

async function* writeObject(value: object): AsyncGenerator<Piece> {
  let separator = '{';
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    yield `${separator}${JSON.stringify(key)}:`;
    yield* writeJsonPieces(item);
    separator = ',';
  }
  yield '}';
}
