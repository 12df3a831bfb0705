import type { Instant } from '#contract/units.ts';

/**
 * Renders a report's JSON as a PDF. Takes text because large reports are passed to a worker thread. The same text and
 * `madeAt` give the same bytes.
 */
export type RenderTaxPdf = (reportJson: string, madeAt: Instant) => Promise<Buffer>;
