import { decodeHTML } from 'entities';

/** Controls, direction overrides and invisible separators: they can make a name read as another. Joiners of emoji stay. */
const deceptive = /[\p{Bidi_Control}\u200B\u2060\uFEFF]/gu;
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** One line: well-formed, without control or direction characters, single spaces, at most `maxLength` characters. */
export function cleanText(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength * 8)
    .toWellFormed()
    .replace(deceptive, '')
    .replace(controls, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= maxLength ? line : characters.slice(0, maxLength).join('').trimEnd();
}

const longestHtml = 60_000;
const blockEnds = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/ul|\/ol)\b[^<>]*>/gi;

/**
 * The words of an HTML text, paragraphs apart. The result is meant to be shown as text, never as HTML:
 * `&lt;b&gt;` rightly becomes `<b>`.
 */
export function toPlainText(html: string): string {
  const words = html
    .slice(0, longestHtml)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(blockEnds, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '');
  return decodeHTML(words)
    .toWellFormed()
    .replace(deceptive, '')
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.replace(controls, ' ').replace(/\s+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
