import type { TaxCountry } from '#contract/tax/choice.ts';
import type { TaxLine, TaxTotals } from '#contract/tax/report.ts';
import { taxLineKindNames, taxRuleNames } from '#contract/tax/words.ts';
import type { ReportHead, ReportReader, ReportRow, ReportTable } from '../report/read-report-bytes.ts';
import { dayText, TimeZone } from '../report/time-zone.ts';
import { createCoinWriter } from '../text/coin-writer.ts';
import { writeAmount, writeDay, writeMoney } from '../text/write-money.ts';
import type { Block, Column } from './block.ts';

/** The maximum number of lines of a sentence in a table. */
const maxLines = 6;

interface TableText<Table extends ReportTable> {
  readonly table: Table;
  readonly title: string;
  /** Shown below the title. */
  readonly text?: string | undefined;
  readonly columns: readonly Column[];
  readonly toCells: (row: ReportRow<Table>) => readonly string[];
  /** A sum row at the end, by column name. */
  readonly sum?: Readonly<Record<string, string>>;
  /** Cells of a row before all others, by column name. */
  readonly start?: Readonly<Record<string, string>>;
}

/** The report's non-empty tables. */
export function createTableBlocks(report: ReportReader): Block[] {
  const { head } = report;
  const tables = [
    ...tableOf(report, lineTable(head, 'lines')),
    ...tableOf(report, lineTable(head, 'apart')),
    ...tableOf(report, poolTable(head, 'pools')),
    ...tableOf(report, poolTable(head, 'lots')),
    ...tableOf(report, incomeTable(head)),
    ...tableOf(report, unknownCostTable(head)),
    ...tableOf(report, differenceTable(head)),
    ...tableOf(report, problemTable(head)),
  ];
  return tables.length === 0 ? [] : [{ kind: 'page', isLandscape: true }, ...tables];
}

function tableOf<Table extends ReportTable>(report: ReportReader, of: TableText<Table>): Block[] {
  const count = report.count(of.table);
  if (count === 0) return [];
  const { columns, sum, start } = of;
  const toRow = (cells: Readonly<Record<string, string>>) => columns.map(({ name }) => cells[name] ?? '');
  const before = start ? 1 : 0;
  return [
    { kind: 'heading', text: of.title },
    ...(of.text === undefined ? [] : [{ kind: 'paragraph' as const, text: of.text }]),
    {
      kind: 'table',
      name: of.title,
      columns,
      count: before + count + (sum ? 1 : 0),
      hasSum: sum !== undefined,
      readRows: (first, end) => [
        ...(start && first === 0 && end > 0 ? [toRow(start)] : []),
        ...report.rows(of.table, Math.max(first - before, 0), Math.min(end - before, count)).map(of.toCells),
        ...(sum && end > before + count ? [toRow(sum)] : []),
      ],
    },
  ];
}

const lineTexts = {
  lines: { title: 'Disposals', text: undefined },
  apart: {
    title: 'Not in the totals',
    text: 'Not sales by the rules of the country. Not included in any total.',
  },
} as const;

/** Wide enough for the most rules that a line can have; the rest is for names. */
const ruleShares: Readonly<Record<TaxCountry, number>> = {
  ...{ GB: 17, FR: 12, CA: 16 },
  ...{ US: 12, DE: 13, generic: 12 },
};
const coinShares: Readonly<Record<TaxCountry, number>> = {
  ...{ GB: 13, FR: 18, CA: 14 },
  ...{ US: 15, DE: 14, generic: 16 },
};

function lineTable<Table extends 'lines' | 'apart'>(head: ReportHead, table: Table): TableText<Table> {
  const { currency } = head;
  const money = (text: string | null) => writeMoney(text, currency);
  const coins = createCoinWriter(head);
  const own = ownColumns(head);
  // Pools have no acquisition date.
  const hasDay = head.country !== 'GB' && head.country !== 'FR' && head.country !== 'CA';
  return {
    table,
    ...lineTexts[table],
    ...(table === 'lines' && { sum: sumOfLines(head) }),
    columns: [
      // Figures are never cut.
      { name: 'No.', share: 5, isFigure: true },
      { name: 'Disposed', share: 8 },
      ...(hasDay ? [{ name: 'Acquired', share: 8 }] : []),
      { name: 'Coin', share: coinShares[head.country], lines: coins.lines },
      { name: 'Amount', share: hasDay ? 13 : 12, isFigure: true },
      { name: `Proceeds ${currency}`, share: 9, isFigure: true },
      { name: `Cost ${currency}`, share: 8, isFigure: true },
      { name: `Gain ${currency}`, share: 8, isFigure: true },
      ...own.map(({ column }) => column),
      { name: 'Kind', share: 6 },
      { name: 'Rules', share: ruleShares[head.country] },
    ],
    toCells: (row: TaxLine) => [
      String(row.number),
      row.day,
      ...(hasDay ? [row.acquiredAt ?? ''] : []),
      coins.write(row),
      writeAmount(row.amount),
      ...[row.proceeds, row.cost, row.gain].map((text) => (isNoSale(row, text) ? '—' : money(text))),
      ...own.map(({ toCell }) => toCell(row)),
      taxLineKindNames[row.kind],
      [...(row.exempt ? ['Exempt'] : []), ...row.rules.map((rule) => taxRuleNames[rule])].join(', '),
    ],
  };
}

/** A gift that the rules give neither proceeds nor gain: these are absent, not unknown. */
const isNoSale = ({ kind, gain }: TaxLine, text: string | null) =>
  kind === 'gift_out' && gain === null && text === null;

function sumOfLines({ country, currency, totals }: ReportHead): Readonly<Record<string, string>> {
  const money = (text: string | null) => writeMoney(text, currency);
  return {
    Disposed: 'Total',
    [`Proceeds ${currency}`]: money(totals.proceeds),
    [`Cost ${currency}`]: money(totals.cost),
    [`Gain ${currency}`]: money(totals.net),
    ...((country === 'DE' || country === 'FR') && { Rules: 'Without exempt lines' }),
  };
}

interface OwnColumn {
  readonly column: Column;
  readonly toCell: (row: TaxLine) => string;
}

/** Columns that only some countries have. */
function ownColumns({ country, currency }: ReportHead): OwnColumn[] {
  const money = (text: string | null) => writeMoney(text, currency);
  const figure = (name: string, toCell: OwnColumn['toCell'], share = 8): OwnColumn => ({
    column: { name, share, isFigure: true },
    toCell,
  });
  const poolAmount = figure(
    'Pool after',
    ({ poolAfter }) => (poolAfter ? writeAmount(poolAfter.amount) : ''),
    11,
  );
  const poolCost = figure('Its cost', ({ poolAfter }) => (poolAfter ? money(poolAfter.cost) : ''));
  const adjustment = figure('Adjustment', (row) => money(row.adjustment), 8);
  if (country === 'GB') return [poolAmount, poolCost];
  if (country === 'CA') return [adjustment, poolAmount, poolCost];
  if (country === 'US')
    return [adjustment, { column: { name: 'Box', share: 4 }, toCell: ({ box }) => box ?? '' }];
  if (country === 'FR')
    return [
      // A loss takes no share of the portfolio, so its value doesn't matter.
      figure('Portfolio', ({ kind, portfolioValue }) => (kind === 'loss' ? '' : money(portfolioValue))),
      figure('Cost left', ({ poolAfter }) => (poolAfter ? money(poolAfter.cost) : '')),
    ];
  return [];
}

function poolTable<Table extends 'pools' | 'lots'>(head: ReportHead, table: Table): TableText<Table> {
  const last = writeDay(head.lastDay);
  const zone = new TimeZone(head.timeZone);
  const writeAcquired = (at: string | null) => (at === null ? '' : dayText(zone.dayOf(Date.parse(at))));
  const isPool = table === 'pools';
  const coins = createCoinWriter(head);
  // In France there is one cost, of the whole portfolio, which is on the first page.
  const hasCost = head.country !== 'FR';
  // Lots over all wallets belong to none.
  const hasWallet = head.scope === 'wallet';
  // A pool has no day, wallet or transaction.
  const lotColumns: Column[] = [
    { name: 'Acquired', share: 4 },
    ...(hasWallet ? [{ name: 'Wallet', share: 6 }] : []),
  ];
  return {
    table,
    title: isPool ? `${hasCost ? 'Pools' : 'Coins held'} after ${last}` : `Lots left after ${last}`,
    columns: [
      { name: 'Coin', share: 6, lines: coins.lines },
      ...(isPool ? [] : lotColumns),
      { name: 'Amount', share: 7, isFigure: true },
      ...(hasCost ? [{ name: `Cost ${head.currency}`, share: 5, isFigure: true }] : []),
      ...(isPool ? [] : [{ name: 'Transaction', share: 10 }]),
    ],
    toCells: ({ acquiredAt, walletName, amount, cost, transactionId, ...coin }) => [
      coins.write(coin),
      ...(isPool ? [] : [writeAcquired(acquiredAt), ...(hasWallet ? [walletName ?? ''] : [])]),
      writeAmount(amount),
      ...(hasCost ? [writeMoney(cost, head.currency)] : []),
      ...(isPool ? [] : [transactionId ?? '']),
    ],
  };
}

function incomeTable(head: ReportHead): TableText<'incomeLines'> {
  const { currency, income } = head;
  const coins = createCoinWriter(head);
  return {
    sum: { Day: 'Total', [`Value ${currency}`]: writeMoney(income.total, currency) },
    table: 'incomeLines',
    title: 'Income',
    columns: [
      { name: 'Day', share: 3 },
      { name: 'Kind', share: 4 },
      { name: 'Coin', share: 6, lines: coins.lines },
      { name: 'Amount', share: 6, isFigure: true },
      { name: `Value ${currency}`, share: 5, isFigure: true },
      { name: 'Transaction', share: 9 },
    ],
    toCells: ({ day, kind, amount, value, transactionId, ...coin }) => [
      day,
      kind,
      coins.write(coin),
      writeAmount(amount),
      writeMoney(value, currency),
      transactionId,
    ],
  };
}

function unknownCostTable(head: ReportHead): TableText<'unknownCosts'> {
  const coins = createCoinWriter(head);
  return {
    table: 'unknownCosts',
    title: 'Transactions without a cost',
    text: 'Coins that came in without a known cost, so their disposals have no gain here. Add how they were acquired.',
    columns: [
      { name: 'Day', share: 3 },
      { name: 'Coin', share: 6, lines: coins.lines },
      { name: 'Amount', share: 5, isFigure: true },
      { name: 'Why', share: 14, lines: maxLines },
      { name: 'Transaction', share: 9 },
    ],
    toCells: ({ day, amount, reason, transactionId, ...coin }) => [
      day,
      coins.write(coin),
      writeAmount(amount),
      reason,
      transactionId,
    ],
  };
}

function differenceTable({ currency, ledger, totals }: ReportHead): TableText<'differences'> {
  const toCells = (rule: string, sums: TaxTotals) => ({
    Rule: rule,
    [`Proceeds ${currency}`]: writeMoney(sums.proceeds, currency),
    [`Cost ${currency}`]: writeMoney(sums.cost, currency),
    [`Gains ${currency}`]: writeMoney(sums.gains, currency),
    [`Losses ${currency}`]: writeMoney(sums.losses, currency),
    [`Net ${currency}`]: writeMoney(sums.net, currency),
  });
  const money = (name: string) => ({ name: `${name} ${currency}`, share: 5, isFigure: true });
  return {
    table: 'differences',
    start: toCells('The ledger, by its own settings', ledger.totals),
    sum: toCells('This report', totals),
    title: 'Differences from the ledger',
    text: 'The totals of the ledger and these differences make the totals of this report, exactly.',
    columns: [
      { name: 'Rule', share: 14, lines: maxLines },
      { name: 'Source', share: 9, lines: maxLines },
      money('Proceeds'),
      money('Cost'),
      money('Gains'),
      money('Losses'),
      money('Net'),
    ],
    toCells: ({ text, source, proceeds, cost, gains, losses, net }) => [
      text,
      source,
      ...[proceeds, cost, gains, losses, net].map((each) => writeMoney(each, currency)),
    ],
  };
}

function problemTable({ currency }: ReportHead): TableText<'problems'> {
  return {
    table: 'problems',
    title: 'Problems',
    columns: [
      { name: 'Day', share: 3 },
      { name: 'Problem', share: 16, lines: maxLines },
      { name: `Up to ${currency}`, share: 6, isFigure: true },
      { name: 'Transaction', share: 9 },
    ],
    toCells: ({ day, message, largestDifference, transactionId }) => [
      day ?? '',
      message,
      largestDifference === null ? 'no bound' : writeMoney(largestDifference, currency),
      transactionId ?? '',
    ],
  };
}
