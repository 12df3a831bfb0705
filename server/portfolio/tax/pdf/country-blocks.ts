import type { TaxDetailsOf, TaxTotals } from '#contract/tax.ts';
import type { DecimalText } from '#contract/units.ts';
import type { Block, Fact } from './block.ts';
import { writeMoneyIn } from './figure-text.ts';
import type { ReportHead } from './read-report-bytes.ts';

type Write = (text: DecimalText | null) => string;

/** What a country's forms and limits want to know. */
export function countryBlocks({ details, currency }: ReportHead): Block[] {
  const write: Write = (text) => writeMoneyIn(text, currency);
  switch (details.country) {
    case 'GB':
      return gbBlocks(details, write);
    case 'US':
      return usBlocks(details, write);
    case 'DE':
      return deBlocks(details, write);
    case 'FR':
      return frBlocks(details, write);
    case 'CA':
      return caBlocks(details, write);
    case 'generic':
      return [];
  }
}

const figure = (name: string, value: string): Fact => ({ name, value, isFigure: true });

function totalFacts({ proceeds, cost, gains, losses, net }: TaxTotals, write: Write): Fact[] {
  return [
    figure('Proceeds', write(proceeds)),
    figure('Cost', write(cost)),
    figure('Gains', write(gains)),
    figure('Losses', write(losses)),
    figure('Net', write(net)),
  ];
}

const boxFacts = (boxes: readonly { box: string; label: string; value: string }[]) =>
  boxes.map(({ box, label, value }) => figure(`${box}  ${label}`, value));

function gbBlocks(details: TaxDetailsOf<'GB'>, write: Write): Block[] {
  const { boxes, annualExemptAmount, taxable, before30October, from30October, reportingLimit } = details;
  const limits: Fact[] = [];
  if (annualExemptAmount !== null) limits.push(figure('Annual exempt amount', write(annualExemptAmount)));
  limits.push(figure('Net gains above it, before losses of other years', write(taxable)));
  if (reportingLimit) {
    const place = reportingLimit.isAbove ? 'above' : 'not above';
    limits.push(figure(`Reporting limit for proceeds: ${place} it`, write(reportingLimit.limit)));
  }
  return [
    { kind: 'heading', text: 'Boxes of SA108' },
    { kind: 'facts', facts: boxFacts(boxes) },
    { kind: 'subheading', text: 'Allowance and limit' },
    { kind: 'facts', facts: limits },
    ...totalsBlocks('Up to 29 October 2024', before30October, write),
    ...totalsBlocks('From 30 October 2024', from30October, write),
  ];
}

function totalsBlocks(text: string, totals: TaxTotals | null, write: Write): Block[] {
  if (totals === null) return [];
  return [
    { kind: 'subheading', text },
    { kind: 'facts', facts: totalFacts(totals, write) },
  ];
}

function usBlocks(details: TaxDetailsOf<'US'>, write: Write): Block[] {
  return [
    { kind: 'heading', text: 'Form 8949 and Schedule D' },
    ...details.form8949.flatMap(({ box, term, lines, ...totals }): Block[] => [
      {
        kind: 'subheading',
        text: `Form 8949, box ${box}: ${term} term, ${lines.toLocaleString('en-US')} lines`,
      },
      { kind: 'facts', facts: totalFacts(totals, write) },
    ]),
    { kind: 'subheading', text: 'Schedule D' },
    { kind: 'facts', facts: boxFacts(details.scheduleD) },
  ];
}

function deBlocks({ sales, income, exemptTotals }: TaxDetailsOf<'DE'>, write: Write): Block[] {
  const limitFacts = ({ limit, total, isExempt, taxable }: TaxDetailsOf<'DE'>['sales']) => [
    figure('Total', write(total)),
    figure('Exemption limit', limit === null ? 'not known of that year' : write(limit)),
    figure(isExempt ? 'Taxable: nothing, the total is below the limit' : 'Taxable', write(taxable)),
  ];
  return [
    { kind: 'heading', text: 'Sales within a year, § 23 EStG' },
    { kind: 'facts', facts: limitFacts(sales) },
    { kind: 'heading', text: 'Income, § 22 no. 3 EStG' },
    { kind: 'facts', facts: limitFacts(income) },
    ...totalsBlocks('Free of tax: held for more than a year', exemptTotals, write),
  ];
}

function frBlocks(details: TaxDetailsOf<'FR'>, write: Write): Block[] {
  const { acquisitionCostBefore, acquisitionCostAfter, sales, exemptionLimit, isExempt } = details;
  return [
    { kind: 'heading', text: 'Sales and acquisition cost, art. 150 VH bis CGI' },
    {
      kind: 'facts',
      facts: [
        figure('Sales of the year', write(sales)),
        figure(
          isExempt ? 'Exemption limit: not exceeded, the gains are exempt' : 'Exemption limit',
          exemptionLimit === null ? 'not known of that year' : write(exemptionLimit),
        ),
        figure('Acquisition cost of the whole portfolio before', write(acquisitionCostBefore)),
        figure('Acquisition cost of the whole portfolio after', write(acquisitionCostAfter)),
      ],
    },
  ];
}

function caBlocks(details: TaxDetailsOf<'CA'>, write: Write): Block[] {
  const { superficialLosses, deniedTotal, inclusionRate, taxable } = details;
  const rows = superficialLosses.map(({ line, coinId, loss, denied }) => [
    String(line),
    coinId,
    write(loss),
    write(denied),
  ]);
  return [
    { kind: 'heading', text: 'Capital gains and superficial losses' },
    {
      kind: 'facts',
      facts: [
        figure('Superficial losses denied', write(deniedTotal)),
        figure('Inclusion rate', inclusionRate === null ? 'not known of that year' : `${inclusionRate} %`),
        figure('Taxable capital gains', write(taxable)),
      ],
    },
    ...(rows.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            name: 'Superficial losses',
            columns: [
              { name: 'Line', share: 1 },
              { name: 'Coin', share: 4 },
              { name: 'Loss', share: 3, isFigure: true },
              { name: 'Denied', share: 3, isFigure: true },
            ],
            count: rows.length,
            readRows: (first: number, end: number) => rows.slice(first, end),
          },
        ]),
  ];
}
