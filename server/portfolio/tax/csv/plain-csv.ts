import type { TaxLine, TaxReport } from '#contract/tax/report.ts';
import { type Column, decimal, text, writeTable } from './columns.ts';

type Row = TaxLine & { readonly isApart: boolean };

const columns: readonly Column<Row>[] = [
  ['line', ({ number }) => decimal(String(number))],
  ['day', ({ day }) => text(day)],
  ['kind', ({ kind }) => text(kind)],
  ['coin', ({ coinId }) => text(coinId)],
  ['symbol', ({ symbol }) => text(symbol.toUpperCase())],
  ['amount', ({ amount }) => decimal(amount)],
  ['proceeds', ({ proceeds }) => decimal(proceeds)],
  ['fees', ({ fees }) => decimal(fees)],
  ['cost', ({ cost }) => decimal(cost)],
  ['adjustment', ({ adjustment }) => decimal(adjustment)],
  ['gain', ({ gain }) => decimal(gain)],
  ['acquired', ({ acquiredAt }) => text(acquiredAt)],
  ['exempt', ({ exempt }) => text(String(exempt))],
  ['apart', ({ isApart }) => text(String(isApart))],
  ['rules', ({ rules }) => text(rules.join(' '))],
  ['poolAmountAfter', ({ poolAfter }) => decimal(poolAfter?.amount ?? null)],
  ['poolCostAfter', ({ poolAfter }) => decimal(poolAfter?.cost ?? null)],
  ['portfolioValue', ({ portfolioValue }) => decimal(portfolioValue)],
  ['transactions', ({ transactionIds }) => text(transactionIds.join(' '))],
  ['problem', ({ problem }) => text(problem)],
];

/** All lines, then those listed separately. */
export function writePlainCsv({ lines, apart }: Pick<TaxReport, 'lines' | 'apart'>): Generator<string> {
  return writeTable(columns, [
    ...lines.map((line) => ({ ...line, isApart: false })),
    ...apart.map((line) => ({ ...line, isApart: true })),
  ]);
}
