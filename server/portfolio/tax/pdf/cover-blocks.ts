import type { TaxNote, TaxTotals } from '#contract/tax/report.ts';
import { capitalize, taxBasisNames, taxCountryNames, taxMethodNames } from '#contract/tax/words.ts';
import type { Instant } from '#contract/units.ts';
import type { ReportHead, ReportReader } from '../report/read-report-bytes.ts';
import { countOf, writeDay, writeMoneyIn } from '../text/write-money.ts';
import type { Block, Fact } from './block.ts';
import { createCountryBlocks } from './country-blocks.ts';

/** Further problems are listed in a table of their own. */
const maxProblemsOnCover = 6;

/** The report's title. */
export function titleOf({ country, yearName }: ReportHead): string {
  const countryName = country === 'generic' ? '' : `${taxCountryNames[country]} `;
  return `Tax report: ${countryName}${yearName}`;
}

/** The first page: the report's subject, totals, problems and rules. */
export function createCoverBlocks(report: ReportReader, madeAt: Instant): Block[] {
  const { head } = report;
  const { currency } = head;
  return [
    { kind: 'title', text: titleOf(head) },
    { kind: 'facts', facts: factsOf(head, madeAt) },
    ...notesOf(head, 'no_advice').map(({ text }) => ({ kind: 'notice' as const, text })),
    { kind: 'figures', figures: totalFigures(head.totals, currency) },
    {
      kind: 'facts',
      facts: [
        { name: 'Income', value: writeMoneyIn(head.income.total, currency), isFigure: true },
        ...Object.entries(head.income.byKind).map(([kind, value]) => ({
          name: `    of which ${kind}`,
          value: writeMoneyIn(value, currency),
          isFigure: true,
        })),
        { name: 'Disposals', value: report.count('lines').toLocaleString('en-US'), isFigure: true },
      ],
    },
    ...missingBlocks(report),
    ...createCountryBlocks(report),
    ...ruleBlocks(head),
  ];
}

const totalFigures = ({ proceeds, cost, gains, losses, net }: TaxTotals, currency: string) => [
  { name: 'Proceeds', value: writeMoneyIn(proceeds, currency) },
  { name: 'Cost', value: writeMoneyIn(cost, currency) },
  { name: 'Gains', value: writeMoneyIn(gains, currency) },
  { name: 'Losses', value: writeMoneyIn(losses, currency) },
  { name: 'Net', value: writeMoneyIn(net, currency) },
];

function factsOf(head: ReportHead, madeAt: Instant): Fact[] {
  const { firstDay, lastDay, timeZone, currency, method, scope, basis, portfolios, engine } = head;
  const scopeName = scope === 'wallet' ? 'separately for each wallet' : 'over all wallets';
  return [
    { name: 'Span', value: `${writeDay(firstDay)} to ${writeDay(lastDay)}, time zone ${timeZone}` },
    { name: 'Currency', value: currency },
    { name: 'Method', value: `${taxMethodNames[method]}, ${scopeName}` },
    ...(basis === null ? [] : [{ name: 'Basis', value: taxBasisNames[basis] }]),
    {
      name: portfolios.length === 1 ? 'Portfolio' : 'Portfolios',
      value: portfolios.map(({ name }) => name).join(', '),
    },
    { name: 'Made', value: `${new Date(madeAt).toISOString().slice(0, 16).replace('T', ' ')} UTC` },
    { name: 'Engine', value: engine },
  ];
}

function missingBlocks(report: ReportReader): Block[] {
  const { head } = report;
  const notes = notesOf(head, 'missing', 'portfolios', 'window');
  const count = report.count('problems');
  if (count === 0 && notes.length === 0) return [];
  const blocks: Block[] = [{ kind: 'heading', text: 'What is missing' }];
  if (count > 0) blocks.push({ kind: 'notice', text: describeMissing(count, head) });
  const shown = count <= maxProblemsOnCover + 1 ? count : maxProblemsOnCover;
  for (const { day, message, largestDifference } of report.rows('problems', 0, shown)) {
    const most =
      largestDifference === null ? '' : ` Up to ${writeMoneyIn(largestDifference, head.currency)}.`;
    blocks.push({ kind: 'item', text: `${day === null ? '' : `${day}: `}${message}${most}` });
  }
  const more = count - shown;
  if (more > 0)
    blocks.push({ kind: 'paragraph', text: `${countOf(more, 'more problem')}: see the section “Problems”.` });
  return [...blocks, ...notes.flatMap(noteBlocks)];
}

function describeMissing(count: number, { largestDifference, currency }: ReportHead): string {
  const start = count === 1 ? '1 problem' : `${count.toLocaleString('en-US')} problems`;
  if (largestDifference === null) return `${start}. There is no limit to how much they could change the net.`;
  return `${start}. Together they could change the net by up to ${writeMoneyIn(largestDifference, currency)} if the missing costs or proceeds were zero.`;
}

function ruleBlocks(head: ReportHead): Block[] {
  const notes = notesOf(head, 'method', 'rule', 'limit', 'allocation', 'apart');
  const { limits, yearName } = head;
  const limitFacts = limits.map(({ name, value, unit, source }) => ({
    name: capitalize(name),
    value: `${unit === 'percent' ? `${value}%` : writeMoneyIn(value, head.currency)} (${source})`,
  }));
  return [
    { kind: 'heading', text: 'Rules used' },
    ...notes.flatMap(noteBlocks),
    ...(limitFacts.length === 0
      ? []
      : [
          { kind: 'subheading' as const, text: `Allowances, limits and rates of ${yearName}` },
          { kind: 'facts' as const, facts: limitFacts },
        ]),
  ];
}

function noteBlocks({ text, source }: TaxNote): Block[] {
  return [{ kind: 'item', text }, ...(source === null ? [] : [{ kind: 'source' as const, text: source }])];
}

const notesOf = ({ notes }: ReportHead, ...kinds: readonly TaxNote['kind'][]) =>
  notes.filter(({ kind }) => kinds.includes(kind));
