import type { DecimalText } from '../units.ts';
import type { TaxDetails, TaxDetailsOf, TaxTotals } from './report.ts';

/*
 * The facts for a country's forms and limits, in the order of its forms, for both page and PDF. This file imports only
 * types, so that the browser can use it.
 */

/**
 * Text or money. Null money is unknown; `isWhole`: in whole units, as the form requires; `isPublic`: set by law, the same
 * for everyone. Texts are counts and rates, never amounts.
 */
export type TaxFact =
  | {
      readonly name: string;
      readonly money: DecimalText | null;
      readonly isWhole?: boolean;
      readonly isPublic?: boolean;
    }
  | { readonly name: string; readonly text: string };

export interface TaxFactSection {
  readonly title: string;
  /** Whether it starts a section of its own rather than being part of the one before. */
  readonly isMain: boolean;
  readonly facts: readonly TaxFact[];
}

/** Empty if the country has no form. */
export function listTaxFacts(details: TaxDetails): TaxFactSection[] {
  switch (details.country) {
    case 'GB':
      return gbSections(details);
    case 'US':
      return usSections(details);
    case 'DE':
      return deSections(details);
    case 'FR':
      return frSections(details);
    case 'CA':
      return caSections(details);
    case 'generic':
      return [];
  }
}

const unknownLimit = 'not known for that year';
const main = (title: string, facts: readonly TaxFact[]): TaxFactSection => ({ title, isMain: true, facts });
const part = (title: string, facts: readonly TaxFact[]): TaxFactSection => ({ title, isMain: false, facts });
const money = (name: string, value: DecimalText | null): TaxFact => ({ name, money: value });
const limit = (name: string, value: DecimalText | null): TaxFact =>
  value === null ? { name, text: unknownLimit } : { name, money: value, isPublic: true };

/** A negative value is a loss, which is not taxed. */
const isLoss = (value: DecimalText | null): value is DecimalText => value?.startsWith('-') ?? false;
const withoutSign = (value: DecimalText): DecimalText => value.slice(1);

const totalFacts = ({ proceeds, cost, gains, losses, net }: TaxTotals): TaxFact[] => [
  money('Proceeds', proceeds),
  money('Cost', cost),
  money('Gains', gains),
  money('Losses', losses),
  money('Net', net),
];
const totalsPart = (title: string, totals: TaxTotals | null): TaxFactSection[] =>
  totals === null ? [] : [part(title, totalFacts(totals))];

/** Boxes of SA108 that count disposals. All others are money. */
const countBoxes = new Set(['13.1', '14']);

const gbBoxes = (boxes: TaxDetailsOf<'GB'>['boxes']): TaxFact[] =>
  boxes.map(({ box, label, value }) => {
    const name = `${box}  ${label}`;
    return countBoxes.has(box) && value !== null
      ? { name, text: value }
      : { name, money: value, isWhole: true };
  });

const usLines = (lines: TaxDetailsOf<'US'>['scheduleD']): TaxFact[] =>
  lines.map(({ box, label, value }) => money(`${box}  ${label}`, value));

function gbSections(details: TaxDetailsOf<'GB'>): TaxFactSection[] {
  const { boxes, annualExemptAmount, taxable, before30October, from30October, reportingLimit } = details;
  return [
    main('Boxes of SA108', gbBoxes(boxes)),
    part('Allowance and limit', [
      limit('Annual exempt amount', annualExemptAmount),
      money('Net above it, before losses of other years', taxable),
      ...(reportingLimit ? [limit(`Reporting limit: ${compare(reportingLimit)}`, reportingLimit.limit)] : []),
    ]),
    ...totalsPart('Up to 29 October 2024', before30October),
    ...totalsPart('From 30 October 2024', from30October),
  ];
}

function compare({ isAbove, proceeds }: NonNullable<TaxDetailsOf<'GB'>['reportingLimit']>): string {
  if (isAbove) return 'proceeds are above it';
  return proceeds === null ? 'not all proceeds are known' : 'proceeds are not above it';
}

const countOfLines = (count: number) => `${count.toLocaleString('en-US')} line${count === 1 ? '' : 's'}`;

function usSections({ form8949, scheduleD }: TaxDetailsOf<'US'>): TaxFactSection[] {
  return [
    main('Schedule D', usLines(scheduleD)),
    ...form8949.map(({ box, term, lines, ...totals }) =>
      part(`Form 8949, box ${box}: ${term} term, ${countOfLines(lines)}`, totalFacts(totals)),
    ),
  ];
}

function deSections({ sales, income, exemptTotals }: TaxDetailsOf<'DE'>): TaxFactSection[] {
  const limitFacts = ({ limit: exemptionLimit, total, isExempt, taxable }: typeof sales): TaxFact[] => [
    money('Total', total),
    limit('Exemption limit', exemptionLimit),
    isLoss(taxable)
      ? money('Loss, to offset gains of other years', withoutSign(taxable))
      : money(isExempt ? 'Taxable: nothing, the total is below the limit' : 'Taxable', taxable),
  ];
  return [
    main('Sales within a year, § 23 EStG', limitFacts(sales)),
    main('Income, § 22 no. 3 EStG', limitFacts(income)),
    ...totalsPart('Free of tax: held for more than a year', exemptTotals),
  ];
}

function frSections(details: TaxDetailsOf<'FR'>): TaxFactSection[] {
  const { acquisitionCostBefore, acquisitionCostAfter, sales, exemptionLimit, isExempt } = details;
  return [
    main('Sales and acquisition cost, art. 150 VH bis CGI', [
      money('Sales of the year', sales),
      limit(
        isExempt ? 'Exemption limit: not exceeded, the gains are exempt' : 'Exemption limit',
        exemptionLimit,
      ),
      money('Acquisition cost of the whole portfolio, start of year', acquisitionCostBefore),
      money('Acquisition cost of the whole portfolio, end of year', acquisitionCostAfter),
    ]),
  ];
}

function caSections({ deniedTotal, inclusionRate, taxable }: TaxDetailsOf<'CA'>): TaxFactSection[] {
  return [
    main('Capital gains and superficial losses', [
      money('Superficial losses denied', deniedTotal),
      { name: 'Inclusion rate', text: inclusionRate === null ? unknownLimit : `${inclusionRate}%` },
      isLoss(taxable)
        ? money('Net capital loss', withoutSign(taxable))
        : money('Taxable capital gains', taxable),
    ]),
  ];
}
