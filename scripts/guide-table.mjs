import {
  artifact,
  blockGap,
  bold,
  bottomOf,
  colors,
  drawRule,
  keepTogether,
  margin,
  regular,
  size,
  sum,
  widthOf,
} from './guide-page.mjs';

/** @typedef {import('./guide-page.mjs').Doc} Doc */
/** @typedef {{widths: number[], insets: number[], isFigure: boolean[]}} Columns */

const padding = 5;
/** The space between a column of figures, which is right-aligned, and a following column of text. */
const insetAfterFigures = 20;
/** Shorter tables are not split. */
const minSplitHeight = 260;
/** High enough to write in. */
const emptyRowHeight = 24;
/** Matches a cell of a column of figures. */
const figure = /^[–+]?\$?[\d,.]+%?$/;

/**
 * Draws a table, repeating its head on each page.
 * @param {Doc} doc
 * @param {{head: string[], rows: string[][]}} table
 */
export function drawTable(doc, { head, rows }) {
  const isFigure = head.map((_, index) => index > 0 && rows.every((row) => figure.test(row[index] ?? '')));
  const insets = isFigure.map((is, index) => (isFigure[index - 1] && !is ? insetAfterFigures : padding));
  const columns = { widths: measureColumns(doc, [head, ...rows], insets), insets, isFigure };
  const heights = [head, ...rows].map((row, index) => heightOf(doc, row, columns, index === 0));
  const isShort = sum(heights) < minSplitHeight;
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
  doc.y += blockGap + 3;
}

/**
 * @param {Doc} doc
 * @param {PDFKit.PDFStructureElement | undefined} table undefined for a repeated head, which is not content
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
 * Divides the width by the columns' contents: no column is narrower than its longest word; long texts share the rest.
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
  const minWidths = columns.map((cells, index) =>
    widest(
      cells.flatMap((cell) => cell.split(' ')),
      index,
    ),
  );
  const wanted = columns.map(widest);
  const room = widthOf(doc) - sum(wanted);
  if (room >= 0) return wanted.map((width) => width + room / wanted.length);
  const share = (widthOf(doc) - sum(minWidths)) / (sum(wanted) - sum(minWidths));
  return minWidths.map((width, index) => width + ((wanted[index] ?? 0) - width) * share);
}

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
