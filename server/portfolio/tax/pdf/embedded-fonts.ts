import { listFontFiles, readFontFile, type Weight } from './font-files.ts';

/** A character as a PDF draws it. `width` is for font size 1. */
export interface Glyph {
  /** The font's resource name on the page. */
  readonly font: string;
  /** The glyph's number in the embedded subset, as four hex digits. */
  readonly hex: string;
  readonly width: number;
}

/** What pdfkit keeps of an embedded font; missing from its types. */
interface EmbeddedFont {
  readonly id: string;
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
  encode(text: string, features?: readonly string[]): [string[], { readonly advanceWidth: number }[]];
  ref(): unknown;
}

const missingGlyph = '□';
/** Control characters, joiners and variation selectors, which draw nothing. */
const invisible = /\p{Cc}|\p{Cf}|\p{Variation_Selector}/u;
const isMark = (char: string) => /\p{Mn}/u.test(char);

/** A document's fonts. A character uses the first font that has it. Fonts are loaded on first use. */
export class EmbeddedFonts {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts = new Map<string, EmbeddedFont>();
  readonly #glyphs: Readonly<Record<Weight, Map<string, Glyph | null>>> = {
    regular: new Map(),
    bold: new Map(),
  };

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  /** Returns null if there is nothing to draw. */
  glyphOf(char: string, weight: Weight): Glyph | null {
    const known = this.#glyphs[weight].get(char);
    if (known !== undefined) return known;
    const glyph = this.#find(char, weight);
    this.#glyphs[weight].set(char, glyph);
    return glyph;
  }

  /** Adds the fonts to the current page's resources. */
  addToPage(): void {
    for (const font of this.#fonts.values()) this.#doc.page.fonts[font.id] ??= font.ref();
  }

  #find(char: string, weight: Weight): Glyph | null {
    if (invisible.test(char)) return null;
    const codePoint = char.codePointAt(0)!;
    for (const file of listFontFiles(weight)) {
      const font = this.#load(file);
      if (font.font.hasGlyphForCodePoint(codePoint)) return encodeGlyph(font, char);
    }
    return isMark(char) ? null : this.glyphOf(missingGlyph, weight);
  }

  #load(file: string): EmbeddedFont {
    const known = this.#fonts.get(file);
    if (known) return known;
    this.#doc.registerFont(file, readFontFile(file));
    this.#doc.font(file);
    const font = (this.#doc as unknown as { readonly _font: EmbeddedFont })._font;
    this.#fonts.set(file, font);
    return font;
  }
}

/** Uses tabular digits so that figures align in columns. */
function encodeGlyph(font: EmbeddedFont, char: string): Glyph {
  const isDigit = char >= '0' && char <= '9';
  const [[hex = '0000'], [position]] = font.encode(char, isDigit ? ['tnum'] : undefined);
  return { font: font.id, hex, width: (position?.advanceWidth ?? 0) / 1000 };
}
