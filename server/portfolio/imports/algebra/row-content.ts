import type { ImportRow, Told } from './import-row.ts';

/** The row that stands for several that are the same: the finest instant, the most that is known, then by its bytes. */
export function chooseRow(told: readonly Told[]): ImportRow {
  let best = told[0]!;
  for (const one of told) if (one !== best && compareContent(one, best) < 0) best = one;
  return best.row;
}

const countKnown = ({ value, note, hash, orderId }: ImportRow) =>
  [value, note, hash, orderId].filter((known) => known !== null).length;

function compareContent(a: Told, b: Told): number {
  return (
    a.row.precision - b.row.precision ||
    countKnown(b.row) - countKnown(a.row) ||
    compareText(bytesOf(a.row), bytesOf(b.row)) ||
    a.file - b.file
  );
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Without wallets: the same file again, for another wallet, moves nothing. */
const bytesOf = ({ kind, at, in: into, out, fee, value, note, acquiredAt }: ImportRow) =>
  JSON.stringify([kind, at, into, out, fee, value, note, acquiredAt]);
