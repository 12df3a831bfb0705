import PDFDocument from 'pdfkit';

/**
 * @typedef {import('./guide-markdown.mjs').GuideText} GuideText
 * @typedef {import('./guide-markdown.mjs').Block} Block
 * @typedef {import('./guide-markdown.mjs').Span} Span
 * @typedef {PDFKit.PDFDocument} Doc
 */

/* Lengths are in points, 72 to the inch. */
const margin = 62;
const size = { title: 24, heading: 13, text: 10.5, table: 9, foot: 8 };
const lineGap = 2.5;
const between = 9;
/** With any, words are set one by one: the fonts pull a T over the blank before it, which shows in large type. */
const wordSpacing = 0.2;
const colors = { ink: '#10141c', muted: '#515b6a', line: '#e2e6ec', sunken: '#f0f2f5', accent: '#2b50d8' };
const regular = 'Helvetica';
const bold = 'Helvetica-Bold';
/** One instant for every guide: the same source gives the same bytes. */
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
  drawFeet(doc, `Altimeter · ${title} · ${edition}`);
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
 * Draws something as an element of the document's structure.
 * @param {Doc} doc
 * @param {string} type
 * @param {() => void} draw
 */
function tag(doc, type, draw) {
  const element = doc.struct(type, {}, draw);
  doc.addStructure(element);
  element.end();
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
  // What announces a table stands on the table's page.
  keepTogether(doc, textOf(block.spans).endsWith(':') ? 120 : heightOfText(doc, block.spans, widthOf(doc)));
  tag(doc, 'P', () => drawSpans(doc, block.spans));
  doc.y += between;
}

/**
 * @param {Doc} doc
 * @param {{isNumbered: boolean, items: Span[][]}} list
 */
function drawList(doc, { isNumbered, items }) {
  items.forEach((item, index) => {
    // The last is not left alone on another page.
    if (index === items.length - 2)
      keepTogether(doc, sum(items.slice(-2).map((last) => heightOfItem(doc, last))));
    drawItem(doc, isNumbered ? `${index + 1}.` : '•', item);
  });
  doc.y += between - betweenItems;
}

/**
 * @param {Doc} doc
 * @param {Span[]} spans
 */
function drawHeading(doc, spans) {
  const text = textOf(spans);
  doc.y += 7;
  // With something of its section beneath it.
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

/** Of lists. */
const indent = 18;
const betweenItems = 3;

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
  doc.y += betweenItems;
}

/**
 * @param {Doc} doc
 * @param {Span[]} spans
 */
function heightOfItem(doc, spans) {
  return heightOfText(doc, spans, widthOf(doc) - indent) + betweenItems;
}

/**
 * At most: as if all of it were bold.
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

/** @typedef {{widths: number[], insets: number[], isFigure: boolean[]}} Columns */

const padding = 5;
/** Before words that follow a column of figures, which ends where they begin. */
const insetAfterFigures = 20;
/** Below this a table is not torn apart. */
const longestWholeTable = 260;
/** High enough to write in. */
const emptyRowHeight = 24;

/**
 * @param {Doc} doc
 * @param {{head: string[], rows: string[][]}} table
 */
function drawTable(doc, { head, rows }) {
  const isFigure = head.map((_, index) => index > 0 && rows.every((row) => figure.test(row[index] ?? '')));
  const insets = isFigure.map((is, index) => (isFigure[index - 1] && !is ? insetAfterFigures : padding));
  const columns = { widths: measureColumns(doc, [head, ...rows], insets), insets, isFigure };
  const heights = [head, ...rows].map((row, index) => heightOf(doc, row, columns, index === 0));
  const isShort = sum(heights) < longestWholeTable;
  keepTogether(doc, sum(isShort ? heights : heights.slice(0, 2)));
  const table = doc.struct('Table');
  doc.addStructure(table);
  drawRow(doc, table, head, columns, true);
  for (const row of rows) {
    if (doc.y + heightOf(doc, row, columns, false) > bottomOf(doc)) {
      doc.addPage();
      drawRow(doc, undefined, head, columns, true);
    }
    drawRow(doc, table, row, columns, false);
  }
  table.end();
  doc.x = margin;
  doc.y += between + 3;
}

/**
 * @param {Doc} doc
 * @param {PDFKit.PDFStructureElement | undefined} table undefined: the head once more, which is no content
 * @param {string[]} cells
 * @param {Columns} columns
 * @param {boolean} isHead
 */
function drawRow(doc, table, cells, columns, isHead) {
  const { widths, insets, isFigure } = columns;
  const top = doc.y;
  const height = heightOf(doc, cells, columns, isHead);
  artifact(doc, () => {
    if (isHead) doc.rect(margin, top, widthOf(doc), height).fill(colors.sunken);
    drawRule(doc, top + height, colors.line);
    if (cells.every((cell) => cell === '')) drawColumnLines(doc, top, height, widths);
  });
  const row = table && doc.struct('TR');
  if (row) table.add(row);
  let left = margin;
  cells.forEach((cell, index) => {
    const width = widths[index] ?? 0;
    const inset = insets[index] ?? padding;
    const x = left + inset;
    const draw = () => {
      doc
        .font(isHead ? bold : regular)
        .fontSize(size.table)
        .fillColor(isHead ? colors.muted : colors.ink)
        .text(cell, x, top + padding, {
          width: width - inset - padding,
          lineGap: 1,
          align: isFigure[index] ? 'right' : 'left',
        });
    };
    if (row) row.add(doc.struct(isHead ? 'TH' : 'TD', {}, draw));
    else artifact(doc, draw);
    left += width;
  });
  row?.end();
  doc.y = top + height;
}

/**
 * @param {Doc} doc
 * @param {number} top
 * @param {number} height
 * @param {number[]} widths
 */
function drawColumnLines(doc, top, height, widths) {
  let x = margin;
  for (const width of widths.slice(0, -1)) {
    x += width;
    doc
      .moveTo(x, top)
      .lineTo(x, top + height)
      .lineWidth(0.5)
      .stroke(colors.line);
  }
}

/**
 * Shares the width out by what stands in the columns: none below its longest word, long texts take the rest.
 * @param {Doc} doc
 * @param {string[][]} rows
 * @param {number[]} insets
 * @returns {number[]}
 */
function measureColumns(doc, rows, insets) {
  doc.font(bold).fontSize(size.table);
  const columns = (rows[0] ?? []).map((_, index) => rows.map((row) => row[index] ?? ''));
  const widest = (/** @type {string[]} */ texts, /** @type {number} */ column) =>
    Math.max(...texts.map((text) => doc.widthOfString(text))) + (insets[column] ?? 0) + padding + 2;
  const least = columns.map((cells, index) =>
    widest(
      cells.flatMap((cell) => cell.split(' ')),
      index,
    ),
  );
  const wanted = columns.map(widest);
  const room = widthOf(doc) - sum(wanted);
  if (room >= 0) return wanted.map((width) => width + room / wanted.length);
  const share = (widthOf(doc) - sum(least)) / (sum(wanted) - sum(least));
  return least.map((width, index) => width + ((wanted[index] ?? 0) - width) * share);
}

/** What stands in a column of figures. */
const figure = /^[–+]?\$?[\d,.]+%?$/;

/**
 * @param {Doc} doc
 * @param {string[]} cells
 * @param {Columns} columns
 * @param {boolean} isHead
 * @returns {number}
 */
function heightOf(doc, cells, { widths, insets }, isHead) {
  if (cells.every((cell) => cell === '')) return emptyRowHeight;
  doc.font(isHead ? bold : regular).fontSize(size.table);
  const heights = cells.map((cell, index) =>
    doc.heightOfString(cell, {
      width: (widths[index] ?? 0) - (insets[index] ?? 0) - padding,
      lineGap: 1,
    }),
  );
  return Math.max(...heights) + 2 * padding;
}

/**
 * Line, mark and page number at the foot of every page.
 * @param {Doc} doc
 * @param {string} text
 */
function drawFeet(doc, text) {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // The foot stands in the margin, where text would begin another page.
    doc.page.margins.bottom = 0;
    const top = doc.page.height - margin + 18;
    artifact(doc, () => {
      doc.rect(margin, margin - 22, 28, 2.5).fill(colors.accent);
      drawRule(doc, top, colors.line);
      doc.font(regular).fontSize(size.foot).fillColor(colors.muted);
      doc.text(text, margin, top + 8, { width: widthOf(doc) - 60, lineBreak: false });
      doc.text(`${page + 1} / ${count}`, margin, top + 8, { width: widthOf(doc), align: 'right' });
    });
  }
}

/**
 * Draws what is there for the eye only.
 * @param {Doc} doc
 * @param {() => void} draw
 */
function artifact(doc, draw) {
  doc.markContent('Artifact');
  draw();
  doc.endMarkedContent();
}

/**
 * @param {Doc} doc
 * @param {number} y
 * @param {string} color
 */
function drawRule(doc, y, color) {
  doc
    .moveTo(margin, y)
    .lineTo(margin + widthOf(doc), y)
    .lineWidth(0.5)
    .stroke(color);
}

/**
 * Begins another page where less than that height is left on this one.
 * @param {Doc} doc
 * @param {number} height
 */
function keepTogether(doc, height) {
  if (doc.y + height > bottomOf(doc)) doc.addPage();
}

/** @param {Doc} doc */
function bottomOf(doc) {
  return doc.page.height - margin;
}

/** @param {Doc} doc */
function widthOf(doc) {
  return doc.page.width - 2 * margin;
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
