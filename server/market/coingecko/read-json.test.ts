import { describe, expect, it } from 'vitest';
import { UpstreamError } from '../provider.ts';
import { nullBareWords, type ReadableText, readJson } from './read-json.ts';

describe('readJson', () => {
  it.each([
    ['[NaN,-NaN,Infinity,-Infinity,-1]', [null, null, null, null, -1]],
    ['{"NaN":NaN,"a\\"NaN":"Infinity \\\\","b":[NaN]}', { NaN: null, 'a"NaN': 'Infinity \\', b: [null] }],
    ['[1e-11,0.1]', [1e-11, 0.1]],
  ])('%s', (text, value) => {
    expect(readJson(text)).toEqual(value);
  });

  it.each(['', '<html>', '[NaNa]', '[1NaN]', '["NaN', '[NaN,"\\'])('refuses %j', (text) => {
    expect(() => readJson(text)).toThrow(UpstreamError);
  });
});

it('A very long answer with far more values than others of its length is refused unread', () => {
  const listOf = (row: string) =>
    `[${Array(Math.ceil((5 * 1024 * 1024) / row.length))
      .fill(row)
      .join()}]`;
  expect(() => readJson(listOf('{}'))).toThrow('too many values');
  const coin = '{"id":"a-coin","symbol":"coin","name":"A Coin","prices":[12345.678,12345.679,12345.68]}';
  expect(readJson(listOf(coin))).toContainEqual(JSON.parse(coin));
});

/** How many characters of a text are read. */
function countReads(text: string): number {
  let reads = 0;
  const counted: ReadableText = {
    length: text.length,
    charCodeAt: (at) => {
      reads += 1;
      return text.charCodeAt(at);
    },
    startsWith: (word, at) => {
      reads += word.length;
      return text.startsWith(word, at);
    },
    slice: (from, to) => text.slice(from, to),
  };
  nullBareWords(counted);
  return reads;
}

describe('the work of reading a text of twice the length', () => {
  it.each([
    ['an answer cut within a string of escaped quotes', 'NaN"', '\\"'],
    ['strings and nothing else', 'NaN', '""'],
    ['words and nothing else', '', 'NaN'],
    ['beginnings of words', 'NaN', '-Infinit'],
    ['minus signs', 'NaN', '-'],
    ['backslashes in a string without an end', 'NaN"', '\\'],
  ])('is at most about twice as much: %s', (_, begin, piece) => {
    const [once, twice] = [2_000, 4_000].map((times) => countReads(begin + piece.repeat(times)));
    expect(twice! / once!).toBeLessThan(2.05);
    expect(twice!).toBeLessThan(30 * piece.length * 4_000);
  });
});
