import type { Column, Figure } from './block.ts';
import {
  cellPadding,
  factNameShare,
  headHeight,
  itemIndent,
  type Page,
  type Placed,
  styles,
  widthsOf,
} from './paginate.ts';
import { lineHeightOf, margin, type ReportCanvas, type Structure } from './report-canvas.ts';

/**
 * Up to this many rows, each table cell is tagged as an element of its own. In longer reports a row is one paragraph:
 * a million elements would make up most of the file, and no reader opens such files.
 */
const maxTaggedRows = 3_000;

type Rows = Extract<Placed, { kind: 'rows' }>;

/** Draws the pages in order and calls `onPage` after each. */
export function drawPages(canvas: ReportCanvas, pages: readonly Page[], onPage: () => void): void {
  const rowCount = pages.flatMap(({ placed }) => placed).reduce((sum, part) => sum + countRows(part), 0);
  const isDetailed = rowCount <= maxTaggedRows;
  let open: { readonly table: Rows['table']; readonly element: Structure } | undefined;
  for (const { isLandscape, placed } of pages) {
    canvas.addPage(isLandscape, continuedTitle(placed));
    for (const part of placed) {
      if (part.kind !== 'rows') drawPart(canvas, part);
      else {
        if (open?.table !== part.table || !isDetailed) {
          open?.element.end();
          open = { table: part.table, element: canvas.beginStructure(isDetailed ? 'Table' : 'Sect') };
        }
        drawRows(canvas, part, { parent: open.element, isDetailed });
      }
    }
    onPage();
  }
  open?.element.end();
}

/** The page's title if it begins in the middle of a table. */
function continuedTitle([first]: readonly Placed[]): string | undefined {
  return first?.kind === 'rows' && first.first > 0 ? `${first.table.name}, continued` : undefined;
}

const countRows = (part: Placed) => (part.kind === 'rows' ? part.end - part.first : 0);

function drawPart(canvas: ReportCanvas, part: Exclude<Placed, Rows>): void {
  if (part.kind === 'text') drawText(canvas, part);
  else if (part.kind === 'figures') drawFigures(canvas, part.figures, part.top);
  else drawFact(canvas, part);
}

const tags = { title: 'H1', heading: 'H2', subheading: 'H3' } as const;

function drawText(canvas: ReportCanvas, { block, lines, top }: Extract<Placed, { kind: 'text' }>): void {
  const { kind, text } = block;
  const style = { ...styles[kind], color: kind === 'source' ? 'muted' : 'ink' } as const;
  const isBookmark = kind === 'title' || kind === 'heading';
  if (isBookmark) canvas.addBookmark(text);
  const left = margin + (kind === 'item' || kind === 'source' ? itemIndent : 0);
  canvas.tag(kind in tags ? tags[kind as keyof typeof tags] : 'P', () => {
    if (kind === 'item') canvas.text('•', margin + 3, top, { ...style, color: 'accent' });
    for (const [index, line] of lines.entries())
      canvas.text(line, left, top + index * lineHeightOf(style.size), style);
  });
}

function drawFigures(canvas: ReportCanvas, figures: readonly Figure[], top: number): void {
  const width = canvas.width / figures.length;
  const size = Math.min(...figures.map(({ value }) => canvas.fit.sizeFor(value, styles.figure, width - 14)));
  canvas.artifact(() => canvas.rectangle(margin, top, canvas.width, 38, 'sunken'));
  for (const [index, { name, value }] of figures.entries()) {
    const left = margin + index * width + 8;
    canvas.tag('P', () => {
      canvas.text(name, left, top + 5, { ...styles.figureName, color: 'muted' });
      canvas.text(value, left, top + 17 + (styles.figure.size - size) / 2, {
        weight: 'bold',
        size,
        color: 'ink',
      });
    });
  }
}

function drawFact(canvas: ReportCanvas, { fact, lines, top }: Extract<Placed, { kind: 'fact' }>): void {
  const nameWidth = canvas.width * factNameShare;
  const size = styles.fact.size;
  const style = { ...styles.fact, color: 'ink' } as const;
  canvas.artifact(() => canvas.rule(margin, top - 1.5, canvas.width));
  canvas.tag('P', () => {
    const nameRoom = fact.isFigure ? canvas.width - nameWidth : nameWidth - 8;
    canvas.text(canvas.fit.cut(fact.name, style, nameRoom), margin, top + 1, { ...style, color: 'muted' });
    for (const [index, line] of lines.entries())
      canvas.text(line, margin + nameWidth, top + 1 + index * lineHeightOf(size), {
        ...style,
        ...(fact.isFigure && { right: margin + canvas.width }),
      });
  });
}

interface PlacedColumn extends Column {
  readonly left: number;
  readonly width: number;
}

function placeColumns(canvas: ReportCanvas, columns: readonly Column[]): PlacedColumn[] {
  const widths = widthsOf(columns, canvas.width);
  let left = margin;
  return columns.map((column, index) => {
    const width = widths[index]!;
    left += width;
    return { ...column, left: left - width, width };
  });
}

function drawRows(
  canvas: ReportCanvas,
  { table, first, end, top, heights }: Rows,
  { parent, isDetailed }: { readonly parent: Structure; readonly isDetailed: boolean },
): void {
  const columns = placeColumns(canvas, table.columns);
  const tops = [top + headHeight];
  for (const height of heights) tops.push(tops.at(-1)! + height);
  canvas.artifact(() => {
    canvas.rectangle(margin, top, canvas.width, headHeight, 'sunken');
    for (const bottom of tops.slice(1)) canvas.rule(margin, bottom, canvas.width);
  });
  drawHead(canvas, columns, top, first === 0 && isDetailed ? parent : undefined);
  for (const [index, cells] of table.readRows(first, end).entries()) {
    const rowTop = tops[index]!;
    const isBold = table.hasSum === true && first + index === table.count - 1;
    const drawCells = (place: (draw: () => void) => void) => {
      for (const [at, column] of columns.entries())
        place(() => drawCell(canvas, column, cells[at] ?? '', { top: rowTop, isBold }));
    };
    if (isDetailed) {
      const row = canvas.beginStructure('TR', parent);
      drawCells((draw) => canvas.tag('TD', draw, row));
      row.end();
    } else canvas.tag('P', () => drawCells((draw) => draw()), parent);
  }
}

/** Without a `parent`, as for a repeated header, it isn't tagged as content. */
function drawHead(
  canvas: ReportCanvas,
  columns: readonly PlacedColumn[],
  top: number,
  parent: Structure | undefined,
): void {
  const draw = ({ name, left, width, isFigure }: PlacedColumn) => {
    const right = left + width - cellPadding;
    const style = { ...styles.head, color: 'muted' } as const;
    const text = canvas.fit.cut(name, style, width - 2 * cellPadding);
    canvas.text(text, left + cellPadding, top + 3.6, isFigure ? { ...style, right } : style);
  };
  if (!parent) {
    canvas.artifact(() => columns.forEach(draw));
    return;
  }
  const row = canvas.beginStructure('TR', parent);
  for (const column of columns) canvas.tag('TH', () => draw(column), row);
  row.end();
}

interface CellPlace {
  readonly top: number;
  readonly isBold: boolean;
}

function drawCell(
  canvas: ReportCanvas,
  column: PlacedColumn,
  text: string,
  { top, isBold }: CellPlace,
): void {
  if (text === '') return;
  const { left, width, isFigure, lines: maxLines = 1 } = column;
  const room = width - 2 * cellPadding;
  const style = { ...styles[isBold ? 'head' : 'cell'], color: 'ink' } as const;
  if (isFigure) {
    const { lines, size } = canvas.fit.figureLines(text, style, room);
    const y = lines.length > 1 ? top + 0.6 : top + 2.6 + (style.size - size) * 0.97;
    for (const [index, line] of lines.entries())
      canvas.text(line, 0, y + index * lineHeightOf(size), {
        ...style,
        size,
        right: left + width - cellPadding,
      });
    return;
  }
  const lines =
    maxLines === 1 ? [canvas.fit.cut(text, style, room)] : canvas.fit.wrap(text, style, room, maxLines);
  for (const [index, line] of lines.entries())
    canvas.text(line, left + cellPadding, top + 2.6 + index * lineHeightOf(style.size), style);
}
