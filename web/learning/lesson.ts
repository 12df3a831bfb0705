/** The names of the drawings in lessons. Each is a component in `figures/`. */
export type FigureName =
  | 'block-chain'
  | 'key-pair'
  | 'issuance'
  | 'market-caps'
  | 'concentration'
  | 'recovery'
  | 'steady-buying'
  | 'candle'
  | 'trend-steps'
  | 'range'
  | 'volume-bars'
  | 'moving-average'
  | 'strength-index'
  | 'risk-reward';

/** A worked example, line by line. */
export interface WorkedExample {
  readonly title: string;
  readonly lines: readonly (readonly [label: string, value: string])[];
}

/** A part of a lesson: a paragraph, a link to a page of the site, a drawing with its caption, or a worked example. */
export type LessonBlock =
  | string
  | { readonly link: string; readonly to: string }
  | { readonly figure: FigureName; readonly caption: string }
  | { readonly example: WorkedExample };

export interface Quiz {
  readonly question: string;
  readonly options: readonly string[];
  /** The index of the one correct option. */
  readonly correct: number;
  /** Why that option is correct. Shown after any answer. */
  readonly explanation: string;
}

export interface Lesson {
  readonly title: string;
  readonly blocks: readonly LessonBlock[];
  readonly quiz: Quiz;
}
