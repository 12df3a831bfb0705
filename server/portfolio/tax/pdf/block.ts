/** A part of a report, from top to bottom. */
export type Block =
  | { readonly kind: 'title' | 'heading' | 'subheading'; readonly text: string }
  | { readonly kind: 'paragraph' | 'item' | 'notice'; readonly text: string }
  /** The source of the text above. */
  | { readonly kind: 'source'; readonly text: string }
  | { readonly kind: 'figures'; readonly figures: readonly Figure[] }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | TableBlock
  /** What follows begins on a new page. */
  | { readonly kind: 'page'; readonly isLandscape: boolean };

/** A figure in large type, with its name above. */
export interface Figure {
  readonly name: string;
  readonly value: string;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** A figure is aligned at the right. */
  readonly isFigure?: boolean;
}

export interface Column {
  readonly name: string;
  /** Its share of the width. */
  readonly share: number;
  readonly isFigure?: boolean;
  /** How many lines a text may have; 1 by default. */
  readonly lines?: number;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly name: string;
  readonly columns: readonly Column[];
  readonly count: number;
  /** The texts of the rows from `first` (inclusive) to `end` (exclusive), a text a column. */
  /** The last row is a sum. */
  readonly hasSum?: boolean;
  readonly readRows: (first: number, end: number) => readonly (readonly string[])[];
}
