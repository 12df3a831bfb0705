import { damaged } from './archive-entries.ts';

/** The limits of spreadsheet programs: row 1,048,576 and columns of three letters. */
const maxRow = 1_048_576;
const reference = /^[A-Z]{0,3}(\d{1,7})$/;
const referenceAttribute = /\br=(?:"([^"]*)"|'([^']*)')/g;

/**
 * Refuses a sheet with a row or cell beyond these limits: the parser fills the gap before it with empty cells, which
 * could take any amount of memory. Other files of a spreadsheet are never refused.
 */
export function refuseFarCells(text: string): void {
  if (!text.includes('sheetData')) return;
  for (const [, double, single] of text.matchAll(referenceAttribute)) {
    const row = reference.exec(double ?? single ?? '')?.[1];
    if (row === undefined || Number(row) > maxRow) throw damaged();
  }
}
