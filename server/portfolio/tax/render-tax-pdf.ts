import type { Instant } from '#contract/units.ts';

/**
 * Renders a report's JSON as a PDF. Takes bytes because large reports are passed to a worker thread. The same bytes and
 * `madeAt` give the same PDF.
 */
export type RenderTaxPdf = (reportJson: Uint8Array, madeAt: Instant) => Promise<Buffer>;
