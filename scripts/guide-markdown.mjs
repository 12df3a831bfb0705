/**
 * @typedef {{text: string, isBold: boolean}} Span a piece of a line
 * @typedef {{kind: 'heading', spans: Span[]} | {kind: 'text', spans: Span[]} | {kind: 'note', spans: Span[]}
 *   | {kind: 'list', isNumbered: boolean, items: Span[][]}
 *   | {kind: 'table', head: string[], rows: string[][]}} Block
 * @typedef {{title: string, edition: string, blocks: Block[]}} GuideText
 */

/** The characters of PDF's standard fonts: Latin-1, and the quotes and dashes of Windows. */
const drawable = /^[\x20-\x7e\xa0-\xff‘’“”–—…•€]*$/;

/** Straight quotes, three dots, and hyphens in place of dashes and minus signs (for which the fonts have the dash). */
const typewritten = /["']|\.{3}|[^|] - |(?<!\w)-[$\d]/;

/**
 * Parses the subset of Markdown that guides use: one title, headings, paragraphs, lists, tables, a note, and
 * bold words. Throws for anything else.
 * @param {string} source
 * @returns {GuideText}
 */
export function parseGuide(source) {
  const [, edition, body] = /^---\nedition: (.+)\n---\n([\s\S]*)$/.exec(source) ?? [];
  if (edition === undefined || body === undefined) throw new Error('A guide must begin with its edition.');
  for (const line of body.split('\n'))
    if (!drawable.test(line)) throw new Error(`This cannot be drawn: ${line}`);
    else if (typewritten.test(line))
      throw new Error(`Straight quotes, dots or hyphens instead of typographic marks: ${line}`);
  const [first = '', ...rest] = body.trim().split(/\n{2,}/);
  if (!first.startsWith('# ')) throw new Error("A guide's title must follow its edition.");
  return { title: first.slice(2), edition, blocks: rest.map(parseBlock) };
}

/**
 * @param {string} text
 * @returns {Block}
 */
function parseBlock(text) {
  const lines = text.split('\n');
  if (text.startsWith('## ')) return { kind: 'heading', spans: parseSpans(text.slice(3)) };
  if (text.startsWith('> ')) return { kind: 'note', spans: parseSpans(text.slice(2)) };
  if (text.startsWith('|')) return parseTable(lines);
  for (const [mark, isNumbered] of /** @type {const} */ ([
    [/^- /, false],
    [/^\d+\. /, true],
  ])) {
    if (!mark.test(text)) continue;
    return { kind: 'list', isNumbered, items: lines.map((line) => parseSpans(line.replace(mark, ''))) };
  }
  if (/^[#>|+]/.test(text)) throw new Error(`Guides can't use this Markdown: ${text}`);
  return { kind: 'text', spans: parseSpans(lines.join(' ')) };
}

/**
 * @param {string[]} lines
 * @returns {Block}
 */
function parseTable(lines) {
  const [head = [], rule = [], ...rows] = lines.map((line) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim()),
  );
  const isWhole = rule.every((cell) => cell === '---') && rows.every((row) => row.length === head.length);
  if (!isWhole) throw new Error(`The rows of this table differ in length: ${lines[0]}`);
  return { kind: 'table', head, rows };
}

/**
 * @param {string} text
 * @returns {Span[]}
 */
function parseSpans(text) {
  return text
    .split('**')
    .map((part, index) => ({ text: part, isBold: index % 2 === 1 }))
    .filter((span) => span.text !== '');
}
