import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, toPlainText } from './clean-text.ts';

describe('cleanText', () => {
  it.each([
    ['keeps emoji with their joiners', '👩‍🚀 Coin 💎', '👩‍🚀 Coin 💎'],
    ['keeps other scripts', '币安人生', '币安人生'],
    ['drops direction overrides', 'Bit\u202Enioc\u202C', 'Bitnioc'],
    ['drops characters of no width', 'Te\u200Bth\uFEFFer', 'Tether'],
    ['drops letters that are drawn as nothing', 'Te\u00ADth\u3164e\u2800r\u2063', 'Tether'],
    ['keeps flags and the style of emoji', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️'],
    ['joins several lines into one', ' Wrapped\r\n\tBitcoin\u0000 ', 'Wrapped Bitcoin'],
    ['repairs half an emoji', 'a\uD83D', 'a\uFFFD'],
  ])('%s', (_, given, wanted) => {
    expect(cleanText(given, 60)).toBe(wanted);
  });

  it('cuts at whole characters', () => {
    expect(cleanText('💎💎💎', 2)).toBe('💎💎');
  });
});

describe('toPlainText', () => {
  it.each([
    ['<a href="https://x.io">Bitcoin</a> &amp; co', 'Bitcoin & co'],
    ['one<br>two<br/>three', 'one\ntwo\nthree'],
    ['<p>one</p><p>two &#8211; &rsquo;</p>', 'one\ntwo – ’'],
    ['a < b and c > d', 'a < b and c > d'],
    ['<script>alert(1)</script>safe<style>p{}</style>', 'safe'],
    ['<img src=x onerror=alert(1)>text', 'text'],
    ['<!-- hidden -->shown<!-- never ends', 'shown'],
    ['&lt;b&gt;is text&lt;/b&gt;', '<b>is text</b>'],
    ['first\r\n\r\nsecond', 'first\n\nsecond'],
  ])('%s', (html, text) => {
    expect(toPlainText(html)).toBe(text);
  });

  it('stays fast on hostile input', () => {
    expect(toPlainText('<a '.repeat(20_000))).toHaveLength(59_999);
    expect(toPlainText('&lt'.repeat(20_000)).startsWith('<<')).toBe(true);
  });

  it('leaves no tag', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('script', 'img src=x', '/p', 'svg onload=x'), (text, tag) => {
        expect(toPlainText(`${text.replaceAll(/[<&]/g, '')}<${tag}>`)).not.toContain(`<${tag}>`);
      }),
    );
  });
});
