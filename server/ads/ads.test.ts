import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { adCategories } from '#contract/ads.ts';
import { createBareApp } from '../../tests/support/bare-app.ts';
import { readAds } from './read-ads.ts';
import { registerAdRoutes } from './routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'altimeter-ads-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ad = {
  category: 'wallet_security',
  title: 'Keep your keys offline',
  description: 'A wallet that you can check with your own eyes.',
  cta: 'See the wallet',
  url: 'https://wallets.example/from/altimeter?a=1',
  sponsor: 'Example Wallets',
  emoji: '🔐',
};

function readFrom(content: unknown) {
  const file = join(folder, 'ads.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readAds({ file });
}

/** The fault, a file with it, and the expected message. */
const refused: [string, unknown, RegExp][] = [
  ['an object instead of a list', ad, /expected array/],
  ['an empty list', [], /Too small/],
  ['text that is not JSON', '[', /it is not JSON\.$/],
  ['an unknown category', [{ ...ad, category: 'casino' }], /\[0\]\.category: /],
  ['a missing text', [ad, { ...ad, title: undefined }], /\[1\]\.title: /],
  ['a text of two lines', [{ ...ad, title: 'Two\nlines' }], /\[0\]\.title: Must be one line/],
  ['a text too long for its place', [{ ...ad, title: 'x'.repeat(33) }], /\[0\]\.title: /],
  ['an unknown field', [{ ...ad, html: '<b>' }], /\[0\]: /],
  ...[
    'http://wallets.example',
    'javascript:alert(1)',
    '//wallets.example',
    '/\\wallets.example',
    'https://user:secret@wallets.example',
    'wallets.example',
    '',
  ].map(
    (url) =>
      [`the address ${url}`, [{ ...ad, url }], /\[0\]\.url: Must be an https address/] as [
        string,
        unknown,
        RegExp,
      ],
  ),
];

describe('the built-in advertisements', () => {
  const ads = readAds('built-in');

  it('contain one of each category', () => {
    expect(ads.map(({ category }) => category)).toEqual(adCategories);
  });

  it('link to our own pages and advertise nobody else', () => {
    for (const { url, sponsor } of ads) {
      expect(url).toMatch(/^\/(?:blog\/[\w-]+|learn)$/);
      expect(sponsor).toMatch(/^Altimeter /);
    }
  });
});

describe("the operator's advertisements", () => {
  it('are read from the file', () => {
    expect(readFrom([ad])).toEqual([ad]);
    expect(readAds('off')).toEqual([]);
  });

  it.each(refused)('are refused with one line for %s', (_, content, message) => {
    const read = () => readFrom(content);
    expect(read).toThrow(message);
    expect(read).toThrow(/^The ads in \S+ads\.json can't be shown: [^\n]+\.$/);
  });

  it('are refused if the file does not exist', () => {
    const file = join(folder, 'missing.json');
    expect(() => readAds({ file })).toThrow(
      `The ads in ${file} can't be shown: the file can't be read (ENOENT).`,
    );
  });

  it('are returned to everyone', async () => {
    const app = createBareApp();
    registerAdRoutes(app, readFrom([ad]));
    const answer = await app.inject('/api/ads');
    expect(answer.json()).toEqual({ ads: [ad] });
    const again = await app.inject({ url: '/api/ads', headers: { 'if-none-match': answer.headers.etag } });
    expect(again.statusCode).toBe(304);
    await app.close();
  });
});
