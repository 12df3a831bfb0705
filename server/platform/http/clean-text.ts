import { decodeHTML } from 'entities';

/**
 * Direction overrides and invisible characters, which can make a name look like another or like nothing. Characters
 * that emoji need are kept: joiners, variation selectors and flag tags.
 */
const deceptive =
  /[[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800]--[\u200C\u200D\uFE0E\uFE0F\u{E0020}-\u{E007F}]]/gv;
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** Whether a text has any visible character. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
}

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

const maxHtmlLength = 60_000;
const blockEnds = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/ul|\/ol)\b[^<>]*>/gi;

/**
 * The text of an HTML fragment, with line breaks between paragraphs. Show the result as text, never as HTML:
 * `&lt;b&gt;` becomes `<b>`.
 */
export function toPlainText(html: string): string {
  const words = html
    .slice(0, maxHtmlLength)
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
