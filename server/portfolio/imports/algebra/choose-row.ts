import type { ImportRow, RowSource } from './import-row.ts';

/** Picks one of several equal rows: the most precise instant, then the most complete, then by byte order. */
export function chooseRow(sources: readonly RowSource[]): ImportRow {
  let best = sources[0]!;
  for (const one of sources) if (one !== best && compareContent(one, best) < 0) best = one;
  return best.row;
}

const countKnown = ({ value, note, hash, orderId }: ImportRow) =>
  [value, note, hash, orderId].filter((known) => known !== null).length;

function compareContent(a: RowSource, b: RowSource): number {
  return (
    a.row.precision - b.row.precision ||
    countKnown(b.row) - countKnown(a.row) ||
    compareText(contentOf(a.row), contentOf(b.row)) ||
    a.file - b.file
  );
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Leaves out wallets, so that importing the file again for another wallet doesn't change the choice. */
const contentOf = ({ kind, at, in: into, out, fee, value, note, acquiredAt }: ImportRow) =>
  JSON.stringify([kind, at, into, out, fee, value, note, acquiredAt]);
