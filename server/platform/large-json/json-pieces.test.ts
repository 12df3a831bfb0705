import { expect, it } from 'vitest';
import { writeJsonPieces } from './json-pieces.ts';

async function write(value: unknown): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of writeJsonPieces(value)) pieces.push(piece);
  return pieces;
}

it.each([
  ['nothing', {}],
  ['empty lists', { a: [], b: {}, c: [[], {}] }],
  ['what has no value', { a: undefined, b: null, c: [undefined, null] }],
  ['texts', { '"é\u2028': 'a"\\\n\ud800', list: ['', '</script>'] }],
  ['depth', { a: [{ b: { c: [{ d: [{ e: [1, { f: [] }] }] }] } }] }],
])('writes what JSON.stringify writes: %s', async (_name, value) => {
  expect((await write(value)).join('')).toBe(JSON.stringify(value));
});

it('writes a large value in many pieces', async () => {
  const value = { list: Array.from({ length: 20_000 }, (_, number) => ({ number, text: 'some text' })) };
  const pieces = await write(value);
  expect(pieces.join('')).toBe(JSON.stringify(value));
  expect(pieces.length).toBeGreaterThan(10);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000);
});
