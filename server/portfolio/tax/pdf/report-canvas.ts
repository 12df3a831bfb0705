import PDFDocument from 'pdfkit';
import type { Instant } from '#contract/units.ts';
import { EmbeddedFonts } from './embedded-fonts.ts';
import { TextFit, type TextStyle } from './text-fit.ts';

/** Contrast ratios with white: ink 18.6, muted 7.0, accent 7.2. */
export const colors = {
  ink: '#10141c',
  muted: '#515b6a',
  line: '#d5dae2',
  sunken: '#f0f2f5',
  accent: '#2b50d8',
};
export type Color = keyof typeof colors;

export const margin = 42;
/** Font size of the header and footer, which are inside the margins. */
const footerSize = 7.5;
/** Relative to the font size. */
const [ascent, lineHeight] = [0.97, 1.21];

export type Structure = PDFKit.PDFStructureElement;

/** In points, portrait. */
export const paperSizes = {
  A4: { width: 595.28, height: 841.89 },
  LETTER: { width: 612, height: 792 },
} as const;

interface CanvasOptions {
  readonly size: keyof typeof paperSizes;
  readonly title: string;
  readonly madeAt: Instant;
  /** Printed at the bottom of every page. */
  readonly footer: string;
  /** Uncompressed pages can be read in tests. */
  readonly isCompressed?: boolean;
}

/** What pdfkit keeps about the tagged elements of a page; missing from its types. */
interface TaggedDocument {
  getStructParentTree(): { get(key: number): unknown; add(key: number, value: unknown): unknown };
  ref(data: unknown): { data: unknown; end(): void };
}
type TaggedPage = { readonly structParentTreeKey: number };

/** Draws the pages of a PDF, one after another. The same calls give the same bytes. */
export class ReportCanvas {
  readonly fit: TextFit;
  readonly doc: PDFKit.PDFDocument;
  readonly #fonts: EmbeddedFonts;
  readonly #options: CanvasOptions;
  /** Of the whole document. Set before the first page is drawn. */
  pageCount = 0;
  #page = 0;
  #header = '';
  #operators: string[] = [];
  /** The current colour and font of the open page. */
  #color: Color | null = null;
  #font = '';

  constructor(options: CanvasOptions) {
    const { title, madeAt, size, isCompressed = true } = options;
    const date = new Date(madeAt);
    this.#options = options;
    this.doc = new PDFDocument({
      size,
      margin: 0,
      autoFirstPage: false,
      font: '',
      pdfVersion: '1.7',
      lang: 'en',
      tagged: true,
      displayTitle: true,
      compress: isCompressed,
      fontLayoutCache: false,
      info: { Title: title, Author: 'Altimeter', Creator: 'Altimeter', CreationDate: date, ModDate: date },
    });
    this.#fonts = new EmbeddedFonts(this.doc);
    this.fit = new TextFit(this.#fonts);
  }

  get width(): number {
    return this.doc.page.width - 2 * margin;
  }

  /** `header`: printed at the top of the page. */
  addPage(isLandscape: boolean, header = ''): void {
    const last = this.#page > 0 ? this.doc.page : null;
    if (last) this.#finishPage();
    this.#page += 1;
    this.#header = header;
    const layout = isLandscape ? 'landscape' : 'portrait';
    this.doc.addPage({ size: this.#options.size, layout, margin: 0 });
    [this.#color, this.#font] = [null, ''];
    if (last) this.#writeElements(last as unknown as TaggedPage);
  }

  end(): void {
    this.#finishPage();
    this.doc.end();
  }

  /** Draws an element of the document's tag structure. */
  tag(type: string, draw: () => void, parent?: Structure): void {
    this.#flush();
    const element = this.doc.struct(type, {}, () => {
      draw();
      this.#flush();
    });
    if (parent) parent.add(element);
    else this.doc.addStructure(element);
    element.end();
  }

  /** Begins an element with children. The caller ends it. */
  beginStructure(type: string, parent?: Structure): Structure {
    const element = this.doc.struct(type);
    if (parent) parent.add(element);
    else this.doc.addStructure(element);
    return element;
  }

  /** Draws something that screen readers skip. */
  artifact(draw: () => void): void {
    this.#flush();
    this.doc.markContent('Artifact');
    draw();
    this.#flush();
    this.doc.endMarkedContent();
  }

  /**
   * Draws one line of text. `top` is the line's top edge. The text ends at `right` if given, else it starts at `left`.
   */
  text(text: string, left: number, top: number, style: TextStyle & { color: Color; right?: number }): void {
    const { weight, size, color, right } = style;
    const x = right === undefined ? left : right - this.fit.width(text, style);
    const y = top + ascent * size;
    this.#setColor(color);
    let operators = `BT 1 0 0 -1 ${round(x)} ${round(y)} Tm`;
    let run = '';
    let last = '';
    for (const { font, hex } of this.fit.glyphs(text, weight)) {
      if (font !== last) {
        if (run !== '') operators += ` <${run}> Tj`;
        operators += this.#fontOperator(font, size);
        run = '';
        last = font;
      }
      run += hex;
    }
    if (run !== '') operators += ` <${run}> Tj`;
    this.#operators.push(`${operators} ET`);
  }

  /** Draws a thin horizontal line. */
  rule(left: number, y: number, width: number): void {
    this.rectangle(left, y, width, 0.5, 'line');
  }

  rectangle(left: number, top: number, width: number, height: number, color: Color): void {
    const place = [left, top, width, height].map(round).join(' ');
    this.#setColor(color);
    this.#operators.push(`${place} re f`);
  }

  #fontOperator(font: string, size: number): string {
    const operator = ` /${font} ${round(size)} Tf`;
    if (operator === this.#font) return '';
    this.#font = operator;
    return operator;
  }

  #setColor(color: Color): void {
    if (this.#color !== color) this.#operators.push(fills[color]);
    this.#color = color;
  }

  addBookmark(title: string): void {
    this.doc.outline.addItem(title);
  }

  /**
   * Writes the list of a page’s elements when the page is finished. Otherwise the document would hold every element to
   * the end, which is most of the memory of a long report.
   */
  #writeElements({ structParentTreeKey: key }: TaggedPage): void {
    const doc = this.doc as unknown as TaggedDocument;
    const tree = doc.getStructParentTree();
    const written = doc.ref(tree.get(key));
    written.end();
    written.data = null;
    tree.add(key, written);
  }

  #flush(): void {
    if (this.#operators.length === 0) return;
    const operators = this.#operators.join('\n');
    this.#operators = [];
    (this.doc as unknown as { addContent(data: string): void }).addContent(operators);
  }

  #finishPage(): void {
    const { footer } = this.#options;
    const top = this.doc.page.height - margin + 12;
    const right = margin + this.width;
    const style = { weight: 'regular', size: footerSize, color: 'muted' } as const;
    this.artifact(() => {
      this.rectangle(margin, margin - 20, 28, 2.5, 'accent');
      if (this.#header !== '') this.text(this.#header, margin, margin - 23, { ...style, right });
      this.rule(margin, top - 5, this.width);
      this.text(this.fit.cut(footer, style, this.width - 80), margin, top, style);
      this.text(`Page ${this.#page} of ${this.pageCount}`, margin, top, { ...style, right });
    });
    this.#fonts.addToPage();
  }
}

/** The height of a line of text, in points, for a font size. */
export const lineHeightOf = (size: number) => size * lineHeight;

const round = (length: number) => String(Math.round(length * 100) / 100);

const fills = Object.fromEntries(
  Object.entries(colors).map(([name, hex]) => {
    const parts = [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3));
    return [name, `${parts.join(' ')} rg`];
  }),
) as Record<Color, string>;
