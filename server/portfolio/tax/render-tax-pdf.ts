import type { Instant } from '#contract/units.ts';

/**
 * Renders a report's JSON as a PDF. Takes bytes because large reports are passed to a worker thread. The same bytes and
 * `madeAt` give the same PDF. Users take turns. Throws `conflict` if the report is too long, and `unavailable` if many
 * others wait.
 */
export type RenderTaxPdf = (reportJson: Uint8Array, madeAt: Instant, userId: string) => Promise<Buffer>;
