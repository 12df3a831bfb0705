/** A part of a report, in order from top to bottom. */
export type Block =
  | TextBlock
  | { readonly kind: 'figures'; readonly figures: readonly Figure[] }
  | FactsBlock
  | TableBlock
  /** Starts a new page. */
  | { readonly kind: 'page'; readonly isLandscape: boolean }
  | FloatingBlock;

/**
 * A short section that is never split. It is placed here if the page has room for it, else at the end of the report, on a
 * portrait page of its own if need be.
 */
export interface FloatingBlock {
  readonly kind: 'floating';
  readonly blocks: readonly (TextBlock | FactsBlock)[];
}

export type TextBlock =
  | { readonly kind: 'title' | 'heading' | 'subheading'; readonly text: string }
  | { readonly kind: 'paragraph' | 'item' | 'notice'; readonly text: string }
  /** The source of the text above. */
  | { readonly kind: 'source'; readonly text: string };

export interface FactsBlock {
  readonly kind: 'facts';
  readonly facts: readonly Fact[];
}

/** A number in large type below its name. */
export interface Figure {
  readonly name: string;
  readonly value: string;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Figures are right-aligned. */
  readonly isFigure?: boolean;
}

export interface Column {
  readonly name: string;
  /** The column's share of the width, relative to the other columns. */
  readonly share: number;
  readonly isFigure?: boolean;
  /** Maximum number of lines of a text; 1 by default. A row is as high as its texts. */
  readonly lines?: number;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly name: string;
  readonly columns: readonly Column[];
  readonly count: number;
  /** The last row is a sum. */
  readonly hasSum?: boolean;
  readonly readRows: (first: number, end: number) => readonly (readonly string[])[];
}
