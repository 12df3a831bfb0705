import type { TaxDetailsOf, TaxLine, TaxReport } from '#contract/tax/report.ts';
import { formatMoney, parseMoney } from '../../ledger/engine/fixed-point.ts';
import { londonDay } from '../../ledger/engine/london-day.ts';
import { dayText } from '../report/time-zone.ts';
import { type Column, decimal, text, writeTable } from './columns.ts';

const add = (a: string | null, b: string | null) =>
  a === null || b === null ? null : formatMoney(parseMoney(a) + parseMoney(b));

const ruleNames: Readonly<Record<string, string>> = {
  same_day: 'same day',
  thirty_days: '30 days after',
  pool: 'section 104',
  none: 'not matched',
};

/** What each part of a disposal was matched with, and its cost. */
function describeMatches({ matches }: TaxLine): string {
  return matches
    .map(({ rule, amount, cost, acquiredAt }) => {
      const day =
        rule === 'thirty_days' && acquiredAt ? ` (${dayText(londonDay(Date.parse(acquiredAt)))})` : '';
      return `${ruleNames[rule] ?? rule}${day}: ${amount} for ${cost ?? 'an unknown cost'}`;
    })
    .join('; ');
}

/** The computation to attach to the return: one row per coin and day. Costs include fees, as on the form. */
const columns: readonly Column<TaxLine>[] = [
  ['Date of disposal', ({ day }) => text(day)],
  ['Asset', ({ symbol }) => text(symbol.toUpperCase())],
  ['Quantity', ({ amount }) => decimal(amount)],
  ['Disposal proceeds', ({ proceeds, fees }) => decimal(add(proceeds, fees))],
  ['Allowable costs', ({ cost, fees }) => decimal(add(cost, fees))],
  ['Gain or loss', ({ gain }) => decimal(gain)],
  ['Matched with', (line) => text(describeMatches(line))],
  ['Section 104 quantity after', ({ poolAfter }) => decimal(poolAfter?.amount ?? null)],
  ['Section 104 cost after', ({ poolAfter }) => decimal(poolAfter?.cost ?? null)],
  ['Problem', ({ problem }) => text(problem)],
];

const boxColumns: readonly Column<TaxDetailsOf<'GB'>['boxes'][number]>[] = [
  ['SA108 box', ({ box }) => text(box)],
  ['Name', ({ label }) => text(label)],
  ['Value', ({ value }) => decimal(value)],
];

/** The boxes of SA108, an empty row, and the working sheet. */
export function* writeSa108({ lines, details }: Pick<TaxReport, 'lines' | 'details'>): Generator<string> {
  const boxes = details.country === 'GB' ? details.boxes : [];
  yield* writeTable(boxColumns, boxes);
  yield '\r\n';
  yield* writeTable(columns, lines);
}
