import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeJsonPieces } from './json-pieces.ts';
import { RawJson } from './raw-json.ts';

async function* split(items: readonly unknown[], size: number) {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
  yield [];
}

/** Replaces every array under a key `list` with batches of `size` items. */
function inBatches(value: unknown, size: number): unknown {
  if (Array.isArray(value)) return value.map((item) => inBatches(item, size));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    key === 'list' && Array.isArray(item) ? split(item, size) : inBatches(item, size),
  ]);
  return Object.fromEntries(entries);
}

async function write(value: unknown): Promise<string> {
  let text = '';
  for await (const piece of writeJsonPieces(value)) text += piece;
  return text;
}

const key = fc.oneof(fc.constant('list'), fc.string());
const { value: data } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    fc.record({ list: fc.array(tie('value'), { maxLength: 5 }) }),
  ),
}));

it('writes what JSON.stringify writes, including parts read in batches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(key, data), fc.integer({ min: 1, max: 3 }), async (value, size) => {
      expect(await write(inBatches(value, size))).toBe(JSON.stringify(value));
    }),
  );
});

it('copies already written JSON, and batches within batches, into the document without parsing it', async () => {
  const written = new RawJson(Buffer.from('{ "not" : read }'));
  expect(
    await write({ a: [written], list: split([{ b: 1 }, { c: written }, { d: split([1, 2], 1) }], 2) }),
  ).toBe('{"a":[{ "not" : read }],"list":[{"b":1},{"c":{ "not" : read }},{"d":[1,2]}]}');
});

it('reads a batch only when it is written', async () => {
  const read: number[] = [];
  async function* numbers() {
    for (const number of [1, 2, 3]) {
      read.push(number);
      yield [number];
    }
  }
  const pieces = writeJsonPieces({ list: numbers() });
  const seen: string[] = [];
  for await (const piece of pieces) {
    seen.push(piece.toString());
    if (piece.includes('1')) break;
  }
  expect(seen.join('')).toBe('{"list":[1');
  expect(read).toEqual([1]);
});
