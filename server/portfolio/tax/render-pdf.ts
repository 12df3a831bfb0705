import type { Instant } from '#contract/units.ts';

/**
 * Makes the PDF of a report, given as the text of its JSON: large reports cross to a thread as they are. The same text and
 * instant (when it was made) give the same bytes.
 */
export type RenderTaxPdf = (reportJson: string, madeAt: Instant) => Promise<Buffer>;
