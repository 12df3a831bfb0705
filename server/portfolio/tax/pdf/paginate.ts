import type { Block, Column, Fact, Figure, FloatingBlock, TableBlock, TextBlock } from './block.ts';
import { lineHeightOf, margin } from './report-canvas.ts';
import type { TextFit, TextStyle } from './text-fit.ts';

export const styles = {
  title: { weight: 'bold', size: 21 },
  heading: { weight: 'bold', size: 14 },
  subheading: { weight: 'bold', size: 10.5 },
  paragraph: { weight: 'regular', size: 9.5 },
  item: { weight: 'regular', size: 9.5 },
  notice: { weight: 'bold', size: 9.5 },
  source: { weight: 'regular', size: 8 },
  figureName: { weight: 'regular', size: 8.5 },
  figure: { weight: 'bold', size: 15 },
  fact: { weight: 'regular', size: 9.5 },
  head: { weight: 'bold', size: 7 },
  cell: { weight: 'regular', size: 7 },
} as const satisfies Record<string, TextStyle>;

/** Space above and below a block, in points. */
const gaps = {
  title: [0, 8],
  heading: [10, 5],
  subheading: [10, 3],
  paragraph: [0, 5],
  item: [0, 4],
  notice: [4, 8],
  source: [-2, 6],
  figures: [4, 10],
  facts: [0, 8],
} as const;
export const itemIndent = 14;
/** Share of the width taken by the names of facts. */
export const factNameShare = 0.36;
export const cellPadding = 4;
const rowPadding = 2.6;
const figuresHeight = 40;
/** A table starts only where at least this many rows fit. */
const minRows = 3;
/** Lists of up to this many facts aren't split across pages. */
const maxWholeFacts = 12;

/** A part of a block with its position on a page. */
export type Placed =
  | {
      readonly kind: 'text';
      readonly top: number;
      readonly block: TextBlock;
      readonly lines: readonly string[];
    }
  | { readonly kind: 'figures'; readonly top: number; readonly figures: readonly Figure[] }
  | {
      readonly kind: 'fact';
      readonly top: number;
      readonly fact: Fact;
      readonly lines: readonly string[];
    }
  | {
      readonly kind: 'rows';
      readonly top: number;
      readonly table: TableBlock;
      readonly first: number;
      readonly end: number;
      /** The height of each of these rows, in points. */
      readonly heights: readonly number[];
    };

export interface Page {
  readonly isLandscape: boolean;
  readonly placed: Placed[];
}

export interface Paper {
  /** Of a portrait page, in points. */
  readonly width: number;
  readonly height: number;
}

const heightOfRow = (lines: number) => lines * lineHeightOf(styles.cell.size) + 2 * rowPadding;
/** The widths of columns, in points. */
export function widthsOf(columns: readonly Column[], width: number): number[] {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  return columns.map(({ share }) => (share / whole) * width);
}
/** Rows measured at once. */
const rowsAtOnce = 250;
export const headHeight = lineHeightOf(styles.head.size) + 2 * rowPadding + 2;

/** Divides blocks into pages before anything is drawn, so that every page can show the page count. */
export function paginate(blocks: readonly Block[], paper: Paper, fit: TextFit): Page[] {
  const pages = new PageBuilder(paper, fit);
  for (const index of blocks.keys()) pages.add(blocks, index);
  pages.addPostponed();
  return pages.pages;
}

class PageBuilder {
  readonly pages: Page[] = [];
  readonly #paper: Paper;
  readonly #fit: TextFit;
  #top = margin;
  /** Sections that did not fit where they were. */
  readonly #postponed: FloatingBlock[] = [];
  /**
   * The row heights of the table measured last, because a table is measured twice: when its heading is placed, and when
   * it is placed itself.
   */
  #measured: { readonly table: TableBlock; readonly heights: readonly number[] } | null = null;

  constructor(paper: Paper, fit: TextFit) {
    this.#paper = paper;
    this.#fit = fit;
    this.#addPage(false);
  }

  add(blocks: readonly Block[], index: number): void {
    const block = blocks[index]!;
    if (block.kind === 'page') this.#turnTo(block.isLandscape);
    else if (block.kind === 'table') this.#addTable(block);
    else if (block.kind === 'figures') this.#addFigures(block.figures);
    else if (block.kind === 'facts') this.#addFacts(block.facts);
    else if (block.kind === 'floating') this.#addIfFitting(block);
    else this.#addText(block, this.#heightBelow(blocks, index));
  }

  /** Adds the sections that did not fit where they were. */
  addPostponed(): void {
    for (const section of this.#postponed) {
      if (this.#heightOfSection(section) > this.#room) this.#turnTo(false);
      this.#addSection(section);
    }
  }

  get #page(): Page {
    return this.pages.at(-1)!;
  }

  get #width(): number {
    const { width, height } = this.#paper;
    return (this.#page.isLandscape ? height : width) - 2 * margin;
  }

  get #room(): number {
    const { width, height } = this.#paper;
    return (this.#page.isLandscape ? width : height) - margin - this.#top;
  }

  #addPage(isLandscape: boolean): void {
    this.pages.push({ isLandscape, placed: [] });
    this.#top = margin;
  }

  #turnTo(isLandscape: boolean): void {
    if (this.#page.placed.length === 0) this.pages.pop();
    this.#addPage(isLandscape);
  }

  #makeRoom(height: number): void {
    if (height > this.#room && this.#page.placed.length > 0) this.#addPage(this.#page.isLandscape);
  }

  #addText(block: TextBlock, heightBelow: number): void {
    const lines = this.#wrap(block);
    const [above] = gaps[block.kind];
    const height = heightOfText(block, lines);
    this.#makeRoom(height + heightBelow);
    const gap = this.#page.placed.length === 0 ? 0 : above;
    this.#page.placed.push({ kind: 'text', top: this.#top + gap, block, lines });
    this.#top += height - above + gap;
  }

  #wrap(block: TextBlock): string[] {
    const indent = block.kind === 'item' || block.kind === 'source' ? itemIndent : 0;
    return this.#fit.wrap(block.text, styles[block.kind], this.#width - indent);
  }

  #addIfFitting(section: FloatingBlock): void {
    if (this.#heightOfSection(section) > this.#room) this.#postponed.push(section);
    else this.#addSection(section);
  }

  #addSection({ blocks }: FloatingBlock): void {
    for (const index of blocks.keys()) this.add(blocks, index);
  }

  #heightOfSection({ blocks }: FloatingBlock): number {
    return sumOf(
      blocks.map((block) =>
        block.kind === 'facts'
          ? this.#heightOfFacts(block.facts) + gaps.facts[1]
          : heightOfText(block, this.#wrap(block)),
      ),
    );
  }

  #addFigures(figures: readonly Figure[]): void {
    const [above, below] = gaps.figures;
    this.#makeRoom(figuresHeight + above + below);
    this.#page.placed.push({ kind: 'figures', top: this.#top + above, figures });
    this.#top += figuresHeight + above + below;
  }

  #addFacts(facts: readonly Fact[]): void {
    if (facts.length <= maxWholeFacts) this.#makeRoom(this.#heightOfFacts(facts));
    for (const fact of facts) {
      const lines = this.#linesOf(fact);
      const height = heightOfFact(lines);
      this.#makeRoom(height);
      this.#page.placed.push({ kind: 'fact', top: this.#top, fact, lines });
      this.#top += height;
    }
    this.#top += gaps.facts[1];
  }

  #linesOf({ value, isFigure }: Fact): string[] {
    return isFigure ? [value] : this.#fit.wrap(value, styles.fact, this.#width * (1 - factNameShare));
  }

  #heightOfFacts(facts: readonly Fact[]): number {
    return facts.reduce((height, fact) => height + heightOfFact(this.#linesOf(fact)), 0);
  }

  #addTable(table: TableBlock): void {
    this.#makeRoom(this.#leastHeightOf(table));
    const all = this.#measure(table);
    for (let first = 0; first < table.count; ) {
      if (first > 0) this.#addPage(this.#page.isLandscape);
      let room = this.#room - headHeight;
      let end = first;
      while (end < table.count && (end === first || all[end]! <= room)) {
        room -= all[end]!;
        end += 1;
      }
      const heights = all.slice(first, end);
      this.#page.placed.push({ kind: 'rows', top: this.#top, table, first, end, heights });
      this.#top += headHeight + sumOf(heights) + 10;
      first = end;
    }
  }

  /** The height of each row: that of its longest text. */
  #measure(table: TableBlock): readonly number[] {
    if (this.#measured?.table === table) return this.#measured.heights;
    const widths = widthsOf(table.columns, this.#width);
    const long = table.columns.flatMap(({ lines = 1 }, index) => (lines > 1 ? [{ index, lines }] : []));
    const heights = long.length === 0 ? new Array<number>(table.count).fill(heightOfRow(1)) : [];
    for (let first = heights.length; first < table.count; first += rowsAtOnce)
      for (const cells of table.readRows(first, Math.min(first + rowsAtOnce, table.count))) {
        const counts = long.map(({ index, lines }) => {
          const room = widths[index]! - 2 * cellPadding;
          return this.#fit.wrap(cells[index] ?? '', styles.cell, room, lines).length;
        });
        heights.push(heightOfRow(Math.max(...counts)));
      }
    this.#measured = { table, heights };
    return heights;
  }

  /** Height of what has to follow the block on the same page. */
  #heightBelow(blocks: readonly Block[], index: number): number {
    const [block, next] = [blocks[index]!, blocks[index + 1]];
    if (!next || !isKeptWith(block, next)) return 0;
    return this.#leastHeightOf(next) + this.#heightBelow(blocks, index + 1);
  }

  #leastHeightOf(block: Block): number {
    if (block.kind === 'table') return headHeight + sumOf(this.#measure(block).slice(0, minRows));
    if (block.kind === 'facts' && block.facts.length <= maxWholeFacts)
      return this.#heightOfFacts(block.facts);
    if (block.kind === 'figures') return figuresHeight;
    return 'text' in block ? heightOfText(block, this.#wrap(block)) : 2 * lineHeightOf(styles.paragraph.size);
  }
}

/** A heading stays with what follows it, a table's text with the table, and a source with its text. */
function isKeptWith({ kind }: Block, next: Block): boolean {
  if (kind === 'heading' || kind === 'subheading') return next.kind !== 'page';
  return (kind === 'paragraph' && next.kind === 'table') || (kind === 'item' && next.kind === 'source');
}

function heightOfText({ kind }: TextBlock, lines: readonly string[]): number {
  const [above, below] = gaps[kind];
  return lines.length * lineHeightOf(styles[kind].size) + above + below;
}

const sumOf = (heights: readonly number[]) => heights.reduce((sum, height) => sum + height, 0);
const heightOfFact = (lines: readonly string[]) =>
  lines.length * lineHeightOf(styles.fact.size) + 2 * rowPadding;
