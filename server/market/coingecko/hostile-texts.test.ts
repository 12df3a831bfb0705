import { describe, expect, it } from 'vitest';
import { parseCoin } from './parse-coin.ts';
import { parseCoins } from './parse-coins.ts';
import { parseSearch, parseTrending } from './parse-search.ts';

const bidi = '\u202Egnp\u202C\u2066\u200B';
const hostile: readonly (readonly [string, string])[] = [
  ['a direction override', `Bit${bidi}coin`],
  ['control characters and line breaks', 'Bit\u0000\u001B[31m\r\n\u2028coin'],
  ['a lone surrogate', 'Bit\uD800coin'],
  ['a huge length', 'Bit'.repeat(1_000_000)],
  ['a huge length of invisible characters', '\u200B'.repeat(1_000_000)],
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be left
const unwanted = /[\u0000-\u001F\u200B\u2028-\u202E\u2066-\u2069\uD800-\uDFFF]/;

/** Reads the text through every parser that accepts a name or symbol. */
function readNames(text: string): string[] {
  const coin = { id: 'bitcoin', name: text, symbol: text };
  const rows = [
    ...parseCoins([coin]).rows,
    ...parseSearch({ coins: [coin] }).rows,
    ...parseTrending({ coins: [{ item: coin }] }).rows,
    parseCoin(coin),
  ];
  return rows.flatMap(({ name, symbol }) => [name, symbol]);
}

describe('a name or symbol from the provider', () => {
  it.each(hostile)('with %s becomes one short line', (_, text) => {
    const names = readNames(text);
    expect(names).toHaveLength(8);
    for (const name of names) {
      expect(name).not.toMatch(unwanted);
      expect([...name].length).toBeLessThanOrEqual(120);
    }
  });

  it('that is invisible is replaced by the id', () => {
    expect(readNames(bidi.slice(-1))[0]).toBe('bitcoin');
  });
});

describe('a description from the provider', () => {
  const describeCoin = (en: unknown) => parseCoin({ id: 'bitcoin', description: { en } }).description.en;

  it.each([
    ['<script>alert(1)</script>fine', 'fine'],
    ['<img src=x onerror=alert(1)>fine', 'fine'],
    ['<p>one</p><p>two</p>', 'one\ntwo'],
    [`fi${bidi}ne`, 'fignpne'],
    [{ toString: 'fine' }, ''],
  ])('%j is %j', (html, text) => {
    expect(describeCoin(html)).toBe(text);
  });

  it('is truncated, however long it is', () => {
    expect(describeCoin('word '.repeat(1_000_000)).length).toBeLessThanOrEqual(60_000);
  });
});

describe('a link from the provider', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://user:password@example.com/',
    '//example.com/',
    `https://example.com/${'a'.repeat(3_000)}`,
  ])('%s is left out', (link) => {
    const { links } = parseCoin({ id: 'bitcoin', links: { homepage: [link], blockchain_site: [link] } });
    expect([...links.homepage, ...links.blockchain_site]).toEqual([]);
  });

  it('is left out after the twelfth', () => {
    const homepage = Array.from({ length: 1_000 }, (_, index) => `https://example.com/${index}`);
    expect(parseCoin({ id: 'bitcoin', links: { homepage } }).links.homepage).toHaveLength(12);
  });
});
