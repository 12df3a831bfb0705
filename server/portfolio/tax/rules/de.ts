import type { TaxDetailsOf, TaxLimit, TaxNote } from '#contract/tax/report.ts';
import { sumKnown } from '../../ledger/engine/figures.ts';
import { type Money, parseMoney } from '../../ledger/engine/fixed-point.ts';
import type { Match } from '../../ledger/engine/lot.ts';
import { moneyText } from '../../ledger/figures/money-text.ts';
import { AcquisitionDays } from '../report/acquisition-days.ts';
import { type CountryRun, runCountry } from '../report/country-run.ts';
import { runAccount } from '../report/ledger-run.ts';
import { type LineDraft, splitPart, sumLargestGains, toLine } from '../report/line-draft.ts';
import { listOpenLotsAt } from '../report/list-open-lots-at.ts';
import type { TaxCase } from '../report/tax-case.ts';
import { isInYear } from '../report/tax-year.ts';
import { anniversaryOf } from '../report/time-zone.ts';
import { describeTotals, sumTotals } from '../report/totals.ts';
import { groupDigits } from '../text/group-digits.ts';
import type { CountryRules } from './country-rules.ts';
import { listForkNotes } from './list-fork-notes.ts';
import { findLimit } from './list-limits.ts';

const choice = { method: 'fifo', scope: 'wallet' } as const;
const entryRules = { giftIn: 'donor' } as const;
const bmf = 'BMF letter of 6 March 2025 (IV C 1 - S 2256/00042/064/043)';
const saleSource = '§ 23 Abs. 1 Satz 1 Nr. 2 EStG';

/** Income outside § 22 Nr. 3 EStG: salary falls under § 19, and forked coins have no value on receipt. */
const otherIncome = new Set<string>(['salary', 'fork']);

/**
 * Germany. First in, first out within each wallet (§ 23 Abs. 1 Satz 1 Nr. 2 Satz 3 EStG by analogy; BMF letter of 6
 * March 2025, "walletbezogene Betrachtung"). Sales within a year are taxed, later ones are exempt; the same date a
 * year later is still within the year (§§ 187, 188 BGB). Exemption limits are cliffs: below them everything is exempt, at them
 * everything is taxed (§ 23 Abs. 3 Satz 5, § 22 Nr. 3 Satz 2 EStG). A gift carries the donor's cost and date (§ 23
 * Abs. 1 Satz 3 EStG).
 */
export const de: CountryRules = {
  country: 'DE',
  currency: 'EUR',
  apply(taxCase) {
    const { year } = taxCase;
    const run = runCountry(taxCase, {
      choice,
      methodRule: {
        rule: 'fifo',
        text: 'Coins acquired first are sold first, separately for each wallet.',
        source: `§ 23 Abs. 1 Satz 1 Nr. 2 Satz 3 EStG; ${bmf}`,
      },
      entryRules,
      entryRuleTexts: {
        giftIn: {
          rule: 'gift_in',
          text: "A gift received keeps the donor's cost and date; they are unknown unless entered.",
          source: '§ 23 Abs. 1 Satz 3 EStG',
        },
      },
      excluded: [
        {
          kind: 'gift_out',
          rule: {
            rule: 'gift_out',
            text: 'A gift is not a sale.',
            source: '§ 23 Abs. 1 EStG: a "Veräußerung" has a price',
          },
          isListed: false,
        },
        {
          kind: 'loss',
          rule: {
            rule: 'loss',
            text: 'Stolen or lost coins are not a sale and are listed separately.',
            source: '§ 23 Abs. 1 EStG',
          },
          isListed: true,
        },
      ],
    });
    const days = new AcquisitionDays(taxCase);
    const split = run.counted.flatMap((part) => toLines(part, taxCase, days));
    run.steps.add(
      {
        rule: 'parts',
        text: 'A disposal of coins held for less and for more than a year is split into two lines; a part of unknown cost gets its own line.',
        source: saleSource,
      },
      sumTotals(split),
    );
    const within = split.filter(({ exempt }) => !exempt);
    run.steps.add(
      { rule: 'beyond_one_year', text: 'Coins held for more than a year are exempt.', source: saleSource },
      sumTotals(within),
    );
    const limit = findLimit('DE', year.year, 'exemption limit of sales');
    const isExempt = isBelow(sumTotals(within).net, limit) && isBelow(sumLargestGains(within), limit);
    const lines = isExempt ? split.map((line) => ({ ...line, exempt: true })) : split;
    run.steps.add(
      {
        rule: 'exemption_limit',
        text: 'The gains of the year are below the exemption limit, so all of them are exempt.',
        source: limit?.source ?? saleSource,
      },
      sumTotals(lines.filter(({ exempt }) => !exempt)),
    );
    return {
      ...choice,
      lines,
      apart: run.apart.map((part) => toLine(part, year.zone, { acquired: days.dayOfAll(part.matches) })),
      steps: run.steps,
      run: run.run,
      open: listOpenLotsAt(run.run, choice, year.to),
      notes: [
        ...listNotes(limit, run.apart.length > 0),
        ...listForkNotes(run.run, year, {
          text: 'By the BMF letters, they take a share of the cost of the coins they came from, and their acquisition date.',
          source: 'BMF letters of 10 May 2022 (Rn. 66 to 68) and of 6 March 2025, on hard forks',
        }),
      ],
      details: describeDetails(taxCase, run, split, { limit, isExempt }),
      irrelevantProblems: new Set(['assumed_value']),
      proofOf: (coinId) => {
        const events = run.run.coins.get(coinId)?.events ?? [];
        return events.some(({ entry }) => run.changedIds.has(entry.id)) ? null : choice;
      },
    };
  },
  getProofSetup: () => ({ ...choice, entryRules, runCoin: ({ events }) => runAccount(events, choice) }),
};

/** A loss is not a gain that a limit could exempt. */
function isBelow(total: Money | null, limit: TaxLimit | null): boolean {
  return limit !== null && total !== null && total > 0n && total < parseMoney(limit.value);
}

function toLines(part: CountryRun['counted'][number], { year }: TaxCase, days: AcquisitionDays): LineDraft[] {
  const disposed = year.zone.dayOf(part.at);
  const isBeyond = (match: Match) => {
    const acquired = days.dayOf(match);
    return acquired !== null && disposed > anniversaryOf(acquired);
  };
  return splitPart(part, isBeyond).map(({ key: exempt, part: own }) =>
    toLine(own, year.zone, {
      exempt,
      acquired: days.dayOfAll(own.matches),
      rules: [...toLine(own, year.zone).rules, exempt ? 'beyond_one_year' : 'within_one_year'],
    }),
  );
}

function describeDetails(
  taxCase: TaxCase,
  { run }: CountryRun,
  split: readonly LineDraft[],
  { limit, isExempt }: { readonly limit: TaxLimit | null; readonly isExempt: boolean },
): TaxDetailsOf<'DE'> {
  const { year } = taxCase;
  const within = split.filter(({ exempt }) => !exempt);
  const total = sumTotals(within).net;
  const isUnknown = within.some(({ gain }) => gain === null);
  const incomes = run.incomes.filter(
    ({ entry }) => isInYear(year, entry.occurredAt) && !otherIncome.has(entry.kind ?? 'other'),
  );
  const income = sumKnown(incomes.map(({ value }) => value));
  const incomeLimit = findLimit('DE', year.year, 'exemption limit of income');
  const isIncomeUnknown = incomes.some(({ value }) => value === null);
  const isIncomeExempt = !isIncomeUnknown && isBelow(income, incomeLimit);
  return {
    country: 'DE',
    sales: {
      limit: limit?.value ?? null,
      total: moneyText(total),
      isExempt,
      taxable: moneyText(isExempt ? 0n : isUnknown ? null : total),
    },
    income: {
      limit: incomeLimit?.value ?? null,
      total: moneyText(income),
      isExempt: isIncomeExempt,
      taxable: moneyText(isIncomeExempt ? 0n : isIncomeUnknown ? null : income),
    },
    exemptTotals: describeTotals(sumTotals(split.filter(({ exempt }) => exempt))),
  };
}

function listNotes(limit: TaxLimit | null, hasApart: boolean): TaxNote[] {
  const notes: TaxNote[] = [
    {
      kind: 'method',
      text: 'First in, first out within each wallet. Sales within a year are taxed (the same date a year later is still within the year); later ones are exempt.',
      source: `${saleSource}; ${bmf}`,
    },
  ];
  if (limit)
    notes.push({
      kind: 'limit',
      text: `The exemption limit is a cliff: if the year's gains from all private sales are below ${groupDigits(limit.value)} €, they are exempt; from ${groupDigits(limit.value)} € on, all of them are taxed. Sales outside this portfolio count towards it.`,
      source: limit.source,
    });
  notes.push({
    kind: 'limit',
    text: 'Income from staking, lending and the like has its own exemption limit: below 256 € it is exempt.',
    source: '§ 22 Nr. 3 Satz 2 EStG',
  });
  if (hasApart)
    notes.push({
      kind: 'apart',
      text: 'Stolen or lost coins are listed separately and not included in any total: they are not a sale.',
      source: '§ 23 Abs. 1 EStG',
    });
  return notes;
}
