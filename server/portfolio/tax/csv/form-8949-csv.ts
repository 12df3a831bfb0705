import type { TaxLine, TaxReport } from '#contract/tax/report.ts';
import { type Column, decimal, text, writeTable } from './columns.ts';

/** Form 8949 writes dates as month/day/year. */
function writeDay(day: string | null): string | null {
  if (day === null) return null;
  if (day === 'various') return 'VARIOUS';
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** The columns of Form 8949, plus the line's box, term and problem. */
const columns: readonly Column<TaxLine>[] = [
  ['Box', ({ box }) => text(box)],
  ['(a) Description of property', ({ amount, symbol }) => text(`${amount} ${symbol.toUpperCase()}`)],
  ['(b) Date acquired', ({ acquiredAt }) => text(writeDay(acquiredAt))],
  ['(c) Date sold or disposed of', ({ day }) => text(writeDay(day))],
  ['(d) Proceeds', ({ proceeds }) => decimal(proceeds)],
  ['(e) Cost or other basis', ({ cost }) => decimal(cost)],
  ['(f) Code', () => null],
  ['(g) Amount of adjustment', ({ adjustment }) => (adjustment === '0' ? null : decimal(adjustment))],
  ['(h) Gain or loss', ({ gain }) => decimal(gain)],
  ['Term', ({ term }) => text(term)],
  ['Problem', ({ problem }) => text(problem)],
];

/** Part I (short term), then part II (long term); lines of unknown term come last. */
export function writeForm8949({ lines }: Pick<TaxReport, 'lines'>): Generator<string> {
  const rank = ({ term }: TaxLine) => (term === 'short' ? 0 : term === 'long' ? 1 : 2);
  return writeTable(
    columns,
    lines.toSorted((a, b) => rank(a) - rank(b)),
  );
}
