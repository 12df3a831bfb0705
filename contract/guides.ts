/*
 * The guides sent by e-mail. Each PDF at `/guides/NAME.pdf` is built from `guides/NAME.md`. This file imports nothing,
 * so that the browser can use it.
 */

export const guideNames = ['portfolio-kit', 'alerts-guide', 'market-analysis', 'tax-report'] as const;
export type GuideName = (typeof guideNames)[number];

export interface Guide {
  readonly title: string;
  /** A one-line summary. */
  readonly about: string;
}

export const guides: Readonly<Record<GuideName, Guide>> = {
  'portfolio-kit': {
    title: 'The Portfolio Kit',
    about: 'A record sheet, the four calculations that matter, and a routine for every quarter.',
  },
  'alerts-guide': {
    title: 'The Price Alerts Guide',
    about: 'Which prices are worth an alert, how far away to set it, and what to do when it triggers.',
  },
  'market-analysis': {
    title: 'Reading the Market in Ten Minutes',
    about: 'Seven figures to look at, in what order, and what each one can’t tell you.',
  },
  'tax-report': {
    title: 'Ready for the Tax Report',
    about: 'What to write down for each transaction, and one year worked through by two methods.',
  },
};

/** The path of a guide's PDF. */
export function guidePath(name: GuideName): string {
  return `/guides/${name}.pdf`;
}
