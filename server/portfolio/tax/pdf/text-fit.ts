import type { EmbeddedFonts, Glyph } from './embedded-fonts.ts';
import type { Weight } from './font-files.ts';

export interface TextStyle {
  readonly weight: Weight;
  /** In points, like every length here. */
  readonly size: number;
}

const ellipsis = '…';
/** Figures never shrink below this size, however long they are. */
const minFigureSize = 3.5;
/** Figures that would be smaller than this on one line take two, in type so small that both fit into a table's row. */
const [minReadableSize, twoLineSize] = [5, 5.2];
const maxCents = 2;

/** Measures and cuts text. */
export class TextFit {
  readonly #fonts: Pick<EmbeddedFonts, 'glyphOf'>;
  /** Cache of one text, because each text is measured and then drawn. */
  #last: { readonly text: string; readonly weight: Weight; readonly glyphs: readonly Glyph[] } = {
    text: '',
    weight: 'regular',
    glyphs: [],
  };

  constructor(fonts: Pick<EmbeddedFonts, 'glyphOf'>) {
    this.#fonts = fonts;
  }

  /** Returns a text's glyphs. Characters that the fonts lack are omitted. */
  glyphs(text: string, weight: Weight): readonly Glyph[] {
    const { text: lastText, weight: lastWeight, glyphs } = this.#last;
    if (text === lastText && weight === lastWeight) return glyphs;
    this.#last = { text, weight, glyphs: this.#find(text, weight) };
    return this.#last.glyphs;
  }

  #find(text: string, weight: Weight): Glyph[] {
    const found: Glyph[] = [];
    for (const char of text.normalize('NFC')) {
      const glyph = this.#fonts.glyphOf(char, weight);
      if (glyph) found.push(glyph);
    }
    return found;
  }

  /** Returns a text's width, in points. */
  width(text: string, { weight, size }: TextStyle): number {
    let width = 0;
    for (const glyph of this.glyphs(text, weight)) width += glyph.width;
    return width * size;
  }

  /** Returns the text, cut and with an ellipsis if it doesn't fit. */
  cut(text: string, style: TextStyle, width: number): string {
    if (this.width(text, style) <= width) return text;
    const chars = [...text];
    let [low, high] = [0, chars.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.width(chars.slice(0, middle).join('').trimEnd() + ellipsis, style) <= width) low = middle;
      else high = middle - 1;
    }
    return chars.slice(0, low).join('').trimEnd() + ellipsis;
  }

  /** Returns the size at which a figure fits. */
  sizeFor(text: string, style: TextStyle, width: number): number {
    const needed = this.width(text, style);
    return needed <= width ? style.size : Math.max((style.size * width) / needed, minFigureSize);
  }

  /** Returns a figure's lines: an amount's decimals are on a second one if it would otherwise be too small to read. */
  figureLines(text: string, style: TextStyle, width: number): { lines: string[]; size: number } {
    const size = this.sizeFor(text, style, width);
    const point = text.indexOf('.');
    const decimals = point < 0 ? 0 : text.length - point - 1;
    // The cents of money stay with it: it is never as long as an amount.
    if (size >= minReadableSize || decimals <= maxCents) return { lines: [text], size };
    const lines = [text.slice(0, point), text.slice(point)];
    const small = { ...style, size: twoLineSize };
    return { lines, size: Math.min(...lines.map((line) => this.sizeFor(line, small, width))) };
  }

  /**
   * Breaks text into lines. Past `maxLines`, the last line ends in an ellipsis. Words longer than a line are broken.
   */
  wrap(text: string, style: TextStyle, width: number, maxLines = Number.POSITIVE_INFINITY): string[] {
    const lines: string[] = [];
    const words = text.split(/\s+/).filter((word) => word !== '');
    const space = this.width(' ', style);
    const cutFrom = (start: string, index: number) =>
      this.cut([start, ...words.slice(index)].join(' ').trim(), style, width);
    const isOnLast = () => lines.length + 1 >= maxLines;
    let [line, lineWidth] = ['', 0];
    for (const [index, word] of words.entries()) {
      const joinedWidth = lineWidth + space + this.width(word, style);
      if (line !== '' && joinedWidth <= width) {
        line = `${line} ${word}`;
        lineWidth = joinedWidth;
        continue;
      }
      if (line !== '' && isOnLast()) return [...lines, cutFrom(line, index)];
      if (line !== '') lines.push(line);
      line = this.#breakWord(word, { style, width, maxLines }, lines);
      lineWidth = this.width(line, style);
      if (lineWidth > width && isOnLast()) return [...lines, cutFrom(line, index + 1)];
    }
    return line === '' && lines.length > 0 ? lines : [...lines, line];
  }

  /** Adds all lines of a word but the last to `lines`; returns the last, which is too wide if `maxLines` is reached. */
  #breakWord(
    word: string,
    {
      style,
      width,
      maxLines,
    }: { readonly style: TextStyle; readonly width: number; readonly maxLines: number },
    lines: string[],
  ): string {
    let rest = word;
    while (lines.length + 1 < maxLines && this.width(rest, style) > width) {
      const part = [...this.cut(rest, style, width)].slice(0, -1).join('');
      if (part === '') break;
      lines.push(part);
      rest = rest.slice(part.length);
    }
    return rest;
  }
}
