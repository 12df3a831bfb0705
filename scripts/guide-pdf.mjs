import PDFDocument from 'pdfkit';
import {
  artifact,
  blockGap,
  bold,
  colors,
  drawRule,
  keepTogether,
  margin,
  regular,
  size,
  sum,
  tag,
  widthOf,
} from './guide-page.mjs';
import { drawTable } from './guide-table.mjs';

/**
 * @typedef {import('./guide-markdown.mjs').GuideText} GuideText
 * @typedef {import('./guide-markdown.mjs').Block} Block
 * @typedef {import('./guide-markdown.mjs').Span} Span
 * @typedef {import('./guide-page.mjs').Doc} Doc
 */

const lineGap = 2.5;
/**
 * Set non-zero so that words are drawn one by one: the fonts kern a T over the preceding space, which is visible in
 * large type.
 */
const wordSpacing = 0.2;
/** A fixed date for every guide, so that the same source gives the same bytes. */
const madeAt = new Date('2026-11-01T00:00:00Z');

/**
 * Draws a guide: A4, with its outline, and tagged for screen readers.
 * @param {GuideText} guide
 * @returns {Promise<Buffer>}
 */
export function drawGuide({ title, edition, blocks }) {
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: 'Altimeter', CreationDate: madeAt, ModDate: madeAt },
  });
  const bytes = collect(doc);
  tag(doc, 'H1', () => {
    doc.font(bold).fontSize(size.title).fillColor(colors.ink).text(title, { lineGap: 2, wordSpacing });
  });
  doc.moveDown(0.4);
  for (const block of blocks) drawBlock(doc, block);
  drawFooters(doc, `Altimeter · ${title} · ${edition}`);
  doc.end();
  return bytes;
}

/**
 * @param {Doc} doc
 * @returns {Promise<Buffer>}
 */
function collect(doc) {
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = [];
    doc.on('data', (chunk) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}

/**
 * @param {Doc} doc
 * @param {Block} block
 */
function drawBlock(doc, block) {
  if (block.kind === 'heading') return drawHeading(doc, block.spans);
  if (block.kind === 'table') return drawTable(doc, block);
  if (block.kind === 'list') return drawList(doc, block);
  if (block.kind === 'note') return drawNote(doc, block.spans);
  // A paragraph that introduces a table stays on the table's page.
  keepTogether(doc, textOf(block.spans).endsWith(':') ? 120 : heightOfText(doc, block.spans, widthOf(doc)));
  tag(doc, 'P', () => drawSpans(doc, block.spans));
  doc.y += blockGap;
}

/**
 * @param {Doc} doc
 * @param {{isNumbered: boolean, items: Span[][]}} list
 */
function drawList(doc, { isNumbered, items }) {
  items.forEach((item, index) => {
    // The last item must not end up alone on the next page.
    if (index === items.length - 2)
      keepTogether(doc, sum(items.slice(-2).map((last) => heightOfItem(doc, last))));
    drawItem(doc, isNumbered ? `${index + 1}.` : '•', item);
  });
  doc.y += blockGap - itemGap;
}

/**
 * @param {Doc} doc
 * @param {Span[]} spans
 */
function drawHeading(doc, spans) {
  const text = textOf(spans);
  doc.y += 7;
  // Keeps some of its section below it.
  keepTogether(doc, 96);
  doc.outline.addItem(text);
  tag(doc, 'H2', () => {
    doc.font(bold).fontSize(size.heading).fillColor(colors.ink).text(text, { wordSpacing });
  });
  doc.y += 5;
}

/**
 * @param {Doc} doc
 * @param {Span[]} spans
 * @param {{indent?: number, color?: string, fontSize?: number}} [options]
 */
function drawSpans(doc, spans, { indent = 0, color = colors.ink, fontSize = size.text } = {}) {
  doc.fontSize(fontSize).fillColor(color);
  const width = widthOf(doc) - indent;
  spans.forEach(({ text, isBold }, index) => {
    const options = { width, lineGap, continued: index < spans.length - 1 };
    doc.font(isBold ? bold : regular);
    if (index === 0) doc.text(text, margin + indent, doc.y, options);
    else doc.text(text, options);
  });
  doc.x = margin;
}

/** The indent of lists. */
const indent = 18;
const itemGap = 3;

/**
 * @param {Doc} doc
 * @param {string} mark
 * @param {Span[]} spans
 */
function drawItem(doc, mark, spans) {
  keepTogether(doc, heightOfItem(doc, spans));
  tag(doc, 'P', () => {
    const top = doc.y;
    doc.font(regular).fontSize(size.text).fillColor(colors.muted).text(mark, margin, top);
    doc.y = top;
    drawSpans(doc, spans, { indent });
  });
  doc.y += itemGap;
}

/**
 * @param {Doc} doc
 * @param {Span[]} spans
 */
function heightOfItem(doc, spans) {
  return heightOfText(doc, spans, widthOf(doc) - indent) + itemGap;
}

/**
 * An upper bound, computed as if all of it were bold.
 * @param {Doc} doc
 * @param {Span[]} spans
 * @param {number} width
 */
function heightOfText(doc, spans, width) {
  doc.font(bold).fontSize(size.text);
  return doc.heightOfString(textOf(spans), { width, lineGap });
}

/** @param {Span[]} spans */
function textOf(spans) {
  return spans.map(({ text }) => text).join('');
}

/**
 * @param {Doc} doc
 * @param {Span[]} spans
 */
function drawNote(doc, spans) {
  keepTogether(doc, 60);
  doc.y += 4;
  artifact(doc, () => drawRule(doc, doc.y, colors.line));
  doc.y += 10;
  tag(doc, 'P', () => drawSpans(doc, spans, { color: colors.muted, fontSize: size.table }));
}

/**
 * Draws the footer of every page: the mark, a line, the text and the page number.
 * @param {Doc} doc
 * @param {string} text
 */
function drawFooters(doc, text) {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // The footer is in the margin, where text would start a new page.
    doc.page.margins.bottom = 0;
    const top = doc.page.height - margin + 18;
    artifact(doc, () => {
      doc.rect(margin, margin - 22, 28, 2.5).fill(colors.accent);
      drawRule(doc, top, colors.line);
      doc.font(regular).fontSize(size.footer).fillColor(colors.muted);
      doc.text(text, margin, top + 8, { width: widthOf(doc) - 60, lineBreak: false });
      doc.text(`${page + 1} / ${count}`, margin, top + 8, { width: widthOf(doc), align: 'right' });
    });
  }
}
