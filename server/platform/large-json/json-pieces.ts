import { setImmediate as giveWay } from 'node:timers/promises';

/** What is deeper is written at once: an item of a list of a list, and no list of thousands. */
const maxDepth = 5;
const pieceLength = 64 * 1024;

/** JSON of a large value in pieces, with turns for others in between. Plain data: nothing has a `toJSON`. */
export async function* writeJsonPieces(value: unknown): AsyncGenerator<string> {
  let piece = '';
  for (const part of listParts(value, 0)) {
    piece += part;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
    await giveWay();
  }
  yield piece;
}

function* listParts(value: unknown, depth: number): Generator<string> {
  if (typeof value !== 'object' || value === null || depth === maxDepth)
    yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) {
    yield '[';
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ',';
      yield* listParts(item, depth + 1);
    }
    yield ']';
  } else {
    let separator = '{';
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      yield* listParts(field, depth + 1);
      separator = ',';
    }
    yield separator === '{' ? '{}' : '}';
  }
}
