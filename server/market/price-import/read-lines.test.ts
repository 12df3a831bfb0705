import { expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

async function read(...chunks: (string | Uint8Array)[]) {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk));
  const lines: [number, string, boolean][] = [];
  for await (const { number, text, isCut } of readLines(ReadableStream.from(bytes)))
    lines.push([number, text, isCut]);
  return lines;
}

it('yields the same lines for any chunks', async () => {
  expect(await read('\uFEFFa,1\r\nb', ',2\n', '\nc')).toEqual([
    [1, 'a,1', false],
    [2, 'b,2', false],
    [3, '', false],
    [4, 'c', false],
  ]);
  const [euro] = [new TextEncoder().encode('€\n')];
  expect(await read(euro!.subarray(0, 1), euro!.subarray(1))).toEqual([[1, '€', false]]);
});

it('keeps the beginning of a line that is too long, and continues after it', async () => {
  const lines = await read('x'.repeat(9_000), 'x'.repeat(9_000), 'x'.repeat(9_000), '\nshort\n');
  expect(lines.map(([number, text, isCut]) => [number, text.length, isCut])).toEqual([
    [1, 10_000, true],
    [2, 5, false],
  ]);
});
