import type { TaxFormat } from '#contract/tax/choice.ts';

/** The `content-type` of a report in each format. */
export const contentTypes: Readonly<Record<TaxFormat, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  pdf: 'application/pdf',
};
