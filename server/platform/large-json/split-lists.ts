import { AppError } from '../http/app-error.ts';
import { sizePerValue } from './json-size.ts';

/** The location of a list in a document. */
export type Path = readonly (string | number)[];

interface SplitList {
  readonly path: Path;
  readonly batches: readonly (readonly unknown[])[];
}

/** A document with its long lists emptied, and their items in the order in which to put them back. */
interface SplitDocument {
  readonly document: unknown;
  readonly lists: readonly SplitList[];
}

interface BatchBounds {
  readonly maxLength: number;
  /** In characters, with `sizePerValue` for every value. */
  readonly maxSize: number;
}

/** More than our exports have in any object: those with the most contain the answers to the questions about a file. */
const maxNames = 20_000;
/** For what can't be sent in batches: above all, an object of `maxNames` texts. */
const maxUndivided = 24 * 1024 * 1024;

/**
 * Takes the items out of every list that is longer or larger than a batch, so that receiving the document blocks
 * nobody. Throws `AppError('invalid_request')` if an object is too large for that, because only lists can be divided.
 */
export function splitLists(document: unknown, bounds: BatchBounds): SplitDocument {
  const lists: SplitList[] = [];
  const sizeOf = (value: unknown, path: Path): number => {
    if (typeof value === 'string') {
      if (value.length > maxUndivided) throw tooLarge(path, 'Is too large');
      return sizePerValue + value.length;
    }
    if (typeof value !== 'object' || value === null) return sizePerValue;
    if (!Array.isArray(value)) return sizeOfFields(Object.entries(value), path);
    const items: unknown[] = value;
    const sizes = items.map((item, index) => sizeOf(item, [...path, index]));
    const size = sizes.reduce((sum, one) => sum + one, sizePerValue);
    if (items.length <= bounds.maxLength && size <= bounds.maxSize) return size;
    lists.push({ path, batches: cutBatches(items.splice(0), sizes, bounds) });
    return sizePerValue;
  };
  const sizeOfFields = (fields: readonly [string, unknown][], path: Path): number => {
    if (fields.length > maxNames) throw tooLarge(path, 'Has too many names');
    let size = sizePerValue;
    for (const [name, field] of fields) size += name.length + sizeOf(field, [...path, name]);
    if (size > maxUndivided) throw tooLarge(path, 'Is too large');
    return size;
  };
  sizeOf(document, []);
  // A list comes before those within its items.
  lists.sort((one, other) => one.path.length - other.path.length);
  return { document, lists };
}

function cutBatches(items: readonly unknown[], sizes: readonly number[], bounds: BatchBounds): unknown[][] {
  const batches: unknown[][] = [];
  let last: unknown[] | undefined;
  let size = 0;
  for (const [index, item] of items.entries()) {
    size += sizes[index]!;
    if (last === undefined || last.length === bounds.maxLength || size > bounds.maxSize) {
      last = [];
      batches.push(last);
      size = sizes[index]!;
    }
    last.push(item);
  }
  return batches;
}

/** The refusal of a document because of the value at `path`. */
export function tooLarge(path: Path, message: string): AppError {
  // The names come from the file.
  const place = path.join('.').slice(0, 300);
  return new AppError('invalid_request', message, { issues: [{ path: place, message }] });
}

/** The list at a path, once the lists before it have been put back. */
export function listAt(document: unknown, path: Path): unknown[] {
  let value = document;
  for (const step of path) value = (value as Record<string | number, unknown>)[step];
  if (!Array.isArray(value)) throw new Error('there is no list at this place');
  return value;
}
