/** @typedef {PDFKit.PDFDocument} Doc */

/* Lengths are in points, 72 to the inch. */
export const margin = 62;
export const size = { title: 24, heading: 13, text: 10.5, table: 9, footer: 8 };
/** The space between blocks. */
export const blockGap = 9;
export const colors = {
  ink: '#10141c',
  muted: '#515b6a',
  line: '#e2e6ec',
  sunken: '#f0f2f5',
  accent: '#2b50d8',
};
export const regular = 'Helvetica';
export const bold = 'Helvetica-Bold';

/**
 * Draws an element of the document's structure.
 * @param {Doc} doc
 * @param {string} type
 * @param {() => void} draw
 */
export function tag(doc, type, draw) {
  const element = doc.struct(type, {}, draw);
  doc.addStructure(element);
  element.end();
}

/**
 * Draws decoration, which screen readers skip.
 * @param {Doc} doc
 * @param {() => void} draw
 */
export function artifact(doc, draw) {
  doc.markContent('Artifact');
  draw();
  doc.endMarkedContent();
}

/**
 * @param {Doc} doc
 * @param {number} y
 * @param {string} color
 */
export function drawRule(doc, y, color) {
  doc
    .moveTo(margin, y)
    .lineTo(margin + widthOf(doc), y)
    .lineWidth(0.5)
    .stroke(color);
}

/**
 * Starts a new page if this one has less height left.
 * @param {Doc} doc
 * @param {number} height
 */
export function keepTogether(doc, height) {
  if (doc.y + height > bottomOf(doc)) doc.addPage();
}

/** @param {Doc} doc */
export function bottomOf(doc) {
  return doc.page.height - margin;
}

/** @param {Doc} doc */
export function widthOf(doc) {
  return doc.page.width - 2 * margin;
}

/** @param {number[]} numbers */
export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
