import type { TaxDetailsOf, TaxNote } from '#contract/tax/report.ts';
import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import type { Match } from '../../ledger/engine/lot.ts';
import { moneyText } from '../../ledger/figures/money-text.ts';
import { AcquisitionDays } from '../report/acquisition-days.ts';
import { type CountryPlan, runCountry } from '../report/country-run.ts';
import type { EntryRules } from '../report/entry-rules.ts';
import { type RunCoin, runAccount, type TaxPart } from '../report/ledger-run.ts';
import { type LineDraft, splitPart, toLine } from '../report/line-draft.ts';
import { listOpenLotsAt } from '../report/list-open-lots-at.ts';
import type { TaxCase } from '../report/tax-case.ts';
import { type DayNumber, dayNumber, dayText, type TimeZone } from '../report/time-zone.ts';
import { describeTotals, type StepRule, sumTotals } from '../report/totals.ts';
import type { CountryRules } from './country-rules.ts';
import { runWithAllocation } from './run-with-allocation.ts';

/** From this day on, basis is tracked per wallet (Treas. Reg. § 1.1012-1(j)). */
const walletDay = dayNumber(2025, 1, 1);
const firstWalletYear = 2025;
const swapFeeRule: StepRule = {
  rule: 'swap_fees',
  text: 'From 2025-01-01 on, the costs of a swap are deducted from the proceeds of the coins given away, and a fee withheld from the coins received is paid in exactly those units.',
  source: 'Treas. Reg. §§ 1.1001-7(b)(2)(ii), 1.1012-1(h)(2)(ii), (j)(3)(iii)',
};
const walletSource = 'Treas. Reg. § 1.1012-1(j); Rev. Proc. 2024-28';

/**
 * United States. Lots by the method of the settings (IRC § 1012; Treas. Reg. § 1.1012-1(j): first in, first out, unless
 * lots are identified; an average basis and share pooling are not allowed for digital assets); per wallet from 2025.
 * Short and long term: long is more than one year, counted from the day after (IRC § 1222; Rev. Rul. 66-7; Pub. 544).
 * From 2025 the costs of a swap lower the proceeds of the coin given away (Treas. Reg. § 1.1001-7(b)(2)(ii)(B)).
 * Boxes of Form 8949: C and F to 2024, I and L from 2025. Gifts given are not sales; gifts received carry the donor's
 * basis and date (IRC §§ 1015, 1223(2)). Theft and losses of investments are not deductible here (IRC § 165(h)(5)).
 */
export const us: CountryRules = {
  country: 'US',
  currency: 'USD',
  apply(taxCase) {
    const { year, basis, settings } = taxCase;
    const scope = basis === 'wallet' ? 'wallet' : settings.scope;
    const choice: MethodChoice = { method: methodOf(settings), scope };
    const { method } = choice;
    const isAllocated = year.year >= firstWalletYear && scope === 'portfolio';
    const runCoin: RunCoin | undefined = isAllocated
      ? (history) => runWithAllocation(history, method, year.zone.startOf(walletDay))
      : undefined;
    const run = runCountry(taxCase, planOf(choice, year.zone, runCoin));
    const days = new AcquisitionDays(taxCase);
    const lines = run.counted.flatMap((part) => toLines(part, taxCase, days));
    run.steps.add(
      {
        rule: 'terms',
        text: 'A disposal of both short-term and long-term lots is split into two lines; a part of unknown cost gets its own line.',
        source: 'IRC § 1222; Form 8949',
      },
      sumTotals(lines),
    );
    return {
      method,
      scope: year.year >= firstWalletYear ? 'wallet' : scope,
      scopeBefore: scope,
      lines,
      apart: run.apart.map((part) => toLine(part, year.zone, { acquired: days.dayOfAll(part.matches) })),
      steps: run.steps,
      run: run.run,
      open: listOpenLotsAt(run.run, runCoin ?? choice, year.to),
      notes: listNotes(taxCase, isAllocated, run.apart.length > 0),
      details: describeDetails(taxCase, lines),
      irrelevantProblems: new Set(['assumed_value']),
      proofOf: (coinId) => {
        const events = run.run.coins.get(coinId)?.events ?? [];
        const isChanged = events.some(({ entry }) => run.changedIds.has(entry.id));
        return isChanged || isAllocated ? null : choice;
      },
    };
  },
  getProofSetup(zone, { method: requested, scope }) {
    const method = methodOf({ method: requested });
    const walletDayAt = zone.startOf(walletDay);
    return {
      method,
      scope,
      entryRules: entryRulesIn(zone),
      runCoin(history) {
        const isAllocated =
          scope === 'portfolio' && history.events.some(({ entry }) => entry.occurredAt >= walletDayAt);
        return isAllocated
          ? runWithAllocation(history, method, walletDayAt)
          : runAccount(history.events, { method, scope });
      },
    };
  },
};

const methodOf = ({ method }: Pick<MethodChoice, 'method'>) =>
  method === 'average' || method === 'uk' ? 'fifo' : method;

const entryRulesIn = (zone: TimeZone): EntryRules => ({
  giftIn: 'donor',
  swapFeesFrom: zone.startOf(walletDay),
});

function planOf(choice: MethodChoice, zone: TimeZone, runCoin: RunCoin | undefined): CountryPlan {
  return {
    choice,
    methodRule: {
      rule: 'method',
      text: 'Lots are identified or used first in, first out; average basis and share pooling are not allowed for digital assets.',
      source: 'Treas. Reg. § 1.1012-1(j)',
    },
    ...(runCoin && {
      runCoin,
      runRule: {
        rule: 'wallets',
        text: 'From 2025-01-01 on, lots are used wallet by wallet; the lots left on that day are allocated to the wallets, oldest first.',
        source: walletSource,
      },
    }),
    entryRules: entryRulesIn(zone),
    entryRuleTexts: {
      giftIn: {
        rule: 'gift_in',
        text: "A gift received keeps the donor's basis and date; they are unknown unless entered.",
        source: 'IRC §§ 1015(a), 1223(2)',
      },
      swapFeesFrom: swapFeeRule,
    },
    excluded: [
      {
        kind: 'gift_out',
        rule: { rule: 'gift_out', text: 'A gift is not a sale or exchange.', source: 'IRC § 1001; Pub. 551' },
        isListed: false,
      },
      {
        kind: 'loss',
        rule: {
          rule: 'loss',
          text: 'Stolen or lost coins are not a sale or exchange and are listed separately.',
          source: 'IRC §§ 165(c), 165(h)(5), 1222',
        },
        isListed: true,
      },
    ],
  };
}

/** Whether held for more than one year, counted from the day after acquisition. */
export function isLongTerm(acquired: DayNumber, disposed: DayNumber): boolean {
  const start = new Date((acquired + 1) * 86_400_000);
  const later = dayNumber(start.getUTCFullYear() + 1, start.getUTCMonth() + 1, start.getUTCDate());
  return disposed >= later;
}

function toLines(part: TaxPart, { year }: TaxCase, days: AcquisitionDays): LineDraft[] {
  const disposed = year.zone.dayOf(part.at);
  const termOf = (match: Match) => {
    const acquired = days.dayOf(match);
    if (acquired === null) return null;
    return isLongTerm(acquired, disposed) ? 'long' : 'short';
  };
  return splitPart(part, termOf).map(({ key: term, part: own }) =>
    toLine(own, year.zone, {
      term,
      box: term && boxOf(year.year, term),
      acquired: days.dayOfAll(own.matches),
    }),
  );
}

function boxOf(year: number, term: 'short' | 'long'): string {
  if (year >= firstWalletYear) return term === 'short' ? 'I' : 'L';
  return term === 'short' ? 'C' : 'F';
}

function describeDetails({ year, basis }: TaxCase, lines: readonly LineDraft[]): TaxDetailsOf<'US'> {
  const of = (term: 'short' | 'long') => lines.filter((line) => line.term === term);
  const [short, long] = [sumTotals(of('short')), sumTotals(of('long'))];
  const whole = sumTotals(lines.filter(({ term }) => term !== null)).net;
  return {
    country: 'US',
    basis,
    form8949: (['short', 'long'] as const)
      .filter((term) => of(term).length > 0)
      .map((term) => ({
        box: boxOf(year.year, term),
        term,
        ...describeTotals(term === 'short' ? short : long),
        lines: of(term).length,
      })),
    scheduleD: [
      { box: '3', label: `Short-term, box ${boxOf(year.year, 'short')}`, value: moneyText(short.net) },
      { box: '7', label: 'Net short-term capital gain or loss', value: moneyText(short.net) },
      { box: '10', label: `Long-term, box ${boxOf(year.year, 'long')}`, value: moneyText(long.net) },
      { box: '15', label: 'Net long-term capital gain or loss', value: moneyText(long.net) },
      { box: '16', label: 'Both together', value: moneyText(whole) },
    ],
    shortTerm: describeTotals(short),
    longTerm: describeTotals(long),
  };
}

const methodTexts = {
  fifo: 'Lots are used first in, first out',
  lifo: 'Lots are used last in, first out',
  hifo: 'The most expensive lots are used first',
  specific: 'The lots named in a sale are used, then first in, first out',
} as const;

function listNotes({ year, basis, settings }: TaxCase, isAllocated: boolean, hasApart: boolean): TaxNote[] {
  const isAllowed = settings.method !== 'average' && settings.method !== 'uk';
  const notes: TaxNote[] = [
    {
      kind: 'method',
      text: isAllowed
        ? `${methodTexts[settings.method]}, as set in the settings.`
        : 'The method in the settings is not allowed for digital assets: lots are used first in, first out.',
      source: 'IRC § 1012; Treas. Reg. § 1.1012-1(j)',
    },
    {
      kind: 'rule',
      text: 'Long term is more than one year, counted from the day after a coin was acquired.',
      source: 'IRC § 1222; Pub. 544',
    },
  ];
  if (year.year >= firstWalletYear) {
    notes.push({
      kind: 'rule',
      text: 'Sales that a broker reported on Form 1099-DA go to boxes G, H (short), J or K (long) instead of I and L.',
      source: 'Instructions for Form 8949 (2025)',
    });
    notes.push({ kind: 'rule', text: swapFeeRule.text, source: swapFeeRule.source });
    notes.push({
      kind: 'allocation',
      text: allocationText(basis, isAllocated),
      source: walletSource,
    });
  }
  if (hasApart)
    notes.push({
      kind: 'apart',
      text: 'Stolen or lost coins are listed separately and not included in any total: they are not a sale, and such losses of investments are not deductible here.',
      source: 'IRC §§ 165(c), 165(h)(5)',
    });
  return notes;
}

function allocationText(basis: TaxCase['basis'], isAllocated: boolean): string {
  if (isAllocated)
    return `The lots left on ${dayText(walletDay)} are allocated oldest first to the wallets, in the order of their first acquisition. Rev. Proc. 2024-28 requires that the allocation was written down before ${dayText(walletDay)} (one rule for all units) or before the first sale of 2025 (unit by unit), that you have records of the units and their basis in each wallet, and that the allocation is never changed.`;
  return basis === 'wallet'
    ? 'Lots have always been used wallet by wallet, so nothing had to be allocated on 2025-01-01.'
    : 'The settings already keep lots wallet by wallet, so nothing had to be allocated on 2025-01-01.';
}
