import { setImmediate as giveWay } from 'node:timers/promises';

/** A long list that is read while it is being written. A portion is plain data. */
type Portions = AsyncIterable<readonly unknown[]>;

/**
 * Yields the value as `JSON.stringify` would write it, in pieces. An async iterable of arrays is written as one array
 * of all their items.
 */
export async function* writeExportJson(value: unknown): AsyncGenerator<string> {
  if (isPortions(value)) yield* writePortions(value);
  else if (!hasPortions(value)) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* writeArray(value);
  else yield* writeObject(value as object);
}

const isPortions = (value: unknown): value is Portions =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

function hasPortions(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isPortions(value) || Object.values(value).some(hasPortions);
}

async function* writePortions(portions: Portions): AsyncGenerator<string> {
  let separator = '[';
  for await (const portion of portions) {
    if (portion.length === 0) continue;
    yield separator + JSON.stringify(portion).slice(1, -1);
    separator = ',';
    // Reads from the embedded database are synchronous, so yield to other requests here.
    await giveWay();
  }
  yield separator === '[' ? '[]' : ']';
}

async function* writeArray(items: readonly unknown[]): AsyncGenerator<string> {
  for (const [index, item] of items.entries()) {
    yield index === 0 ? '[' : ',';
    yield* writeExportJson(item);
  }
  yield ']';
}

async function* writeObject(value: object): AsyncGenerator<string> {
  let separator = '{';
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    yield `${separator}${JSON.stringify(key)}:`;
    yield* writeExportJson(item);
    separator = ',';
  }
  yield '}';
}
