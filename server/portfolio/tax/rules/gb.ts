import type { TaxDetailsOf, TaxNote, TaxRule } from '#contract/tax/report.ts';
import { sumKnown } from '../../ledger/engine/figures.ts';
import { divideHalfEven, fixedPoint, type Money, parseMoney } from '../../ledger/engine/fixed-point.ts';
import { londonDay } from '../../ledger/engine/london-day.ts';
import type { MatchRule } from '../../ledger/engine/lot.ts';
import { matchingDays } from '../../ledger/engine/share-matching.ts';
import { moneyText } from '../../ledger/figures/money-text.ts';
import { type CountryRun, runCountry } from '../report/country-run.ts';
import { type CoinHistory, type CoinResult, runAccount, type TaxPart } from '../report/ledger-run.ts';
import { type LineDraft, subtract, toLine } from '../report/line-draft.ts';
import type { TaxCase } from '../report/tax-case.ts';
import { dayNumber, dayText } from '../report/time-zone.ts';
import { describeTotals, sumTotals } from '../report/totals.ts';
import type { CountryRules } from './country-rules.ts';
import { listForkNotes } from './list-fork-notes.ts';
import { findLimit } from './list-limits.ts';
import { listPoolsAfter, type PoolByDay, poolsOf } from './pool-by-day.ts';

/** The rates of Capital Gains Tax changed for disposals on or after this day (Finance Act 2025 s. 7). */
const ratesChanged = dayNumber(2024, 10, 30);
/** From this tax year on, SA108 has separate boxes for cryptoassets. */
const firstCryptoYear = 2024;
const choice = { method: 'uk', scope: 'portfolio' } as const;
const entryRules = { giftIn: 'market', giftOut: 'market' } as const;

const poolingSource = 'TCGA 1992 ss. 104, 105, 106A; HMRC CRYPTO22200 to CRYPTO22257';
const giftSource = 'TCGA 1992 s. 17; HMRC CRYPTO22100';
const lossSource = 'HMRC CRYPTO22400, CRYPTO22450';

/**
 * United Kingdom. Same day, then the thirty days after, then the section 104 holding (TCGA 1992 ss. 105, 106A, 104;
 * HMRC CRYPTO22200, 22250 to 22257). All disposals of a coin on one day are one disposal (s. 105(1)(a)). A fee in
 * tokens is a disposal too (CRYPTO22280). Gifts given and received are valued at market (s. 17). Theft is not a
 * disposal (CRYPTO22450), and lost tokens count only after a negligible value claim (CRYPTO22400), so both are listed
 * separately.
 */
export const gb: CountryRules = {
  country: 'GB',
  currency: 'GBP',
  apply(taxCase) {
    const run = runCountry(taxCase, {
      choice,
      methodRule: {
        rule: 'uk',
        text: 'Disposals are matched with purchases of the same day, then of the 30 days after, then with the section 104 pool.',
        source: poolingSource,
      },
      entryRules,
      entryRuleTexts: {
        giftIn: {
          rule: 'gift_in',
          text: 'A gift received costs its market value at the time.',
          source: giftSource,
        },
        giftOut: { rule: 'gift_out', text: 'A gift is a disposal at its market value.', source: giftSource },
      },
      excluded: [
        {
          kind: 'loss',
          rule: {
            rule: 'loss',
            text: 'Stolen or lost coins are not a disposal; a negligible value claim may be possible.',
            source: lossSource,
          },
          isListed: true,
        },
      ],
    });
    const pools = poolsOf(run.run);
    const lines = toDayLines(run.counted, taxCase, pools);
    run.steps.add(
      {
        rule: 'one_disposal_a_day',
        text: 'All disposals of a coin on one day are one disposal: gains and losses of that day are offset.',
        source: 'TCGA 1992 s. 105(1)(a)',
      },
      sumTotals(lines),
    );
    return {
      ...choice,
      lines,
      apart: run.apart.map((part) => toLine(part, taxCase.year.zone, { rules: taxRulesOf(part) })),
      steps: run.steps,
      run: run.run,
      open: listPoolsAfter(run.run, taxCase.year),
      notes: listNotes(taxCase, run),
      details: describeDetails(taxCase, lines),
      irrelevantProblems: new Set(['assumed_value']),
      proofOf: (coinId) => (isAsInLedger(run, run.run.coins.get(coinId)) ? choice : null),
    };
  },
  getProofSetup: () => ({ ...choice, entryRules, runCoin: ({ events }) => runAccount(events, choice) }),
};

/** Whether all transactions of a coin are treated as in the ledger. */
function isAsInLedger({ changedIds }: CountryRun, coin: (CoinHistory & CoinResult) | undefined): boolean {
  return coin?.events.every(({ entry }) => !changedIds.has(entry.id)) ?? false;
}

const ruleNames: Readonly<Record<MatchRule, TaxRule>> = {
  lot: 'lot',
  pool: 'section_104',
  same_day: 'same_day',
  thirty_days: 'thirty_days',
  none: 'none',
};
const taxRulesOf = ({ matches }: Pick<TaxPart, 'matches'>): TaxRule[] => [
  ...new Set(matches.map(({ rule }) => ruleNames[rule])),
];

/** One line per coin and day. */
function toDayLines(
  parts: readonly TaxPart[],
  { year }: TaxCase,
  pools: ReadonlyMap<string, PoolByDay>,
): LineDraft[] {
  const byDay = Map.groupBy(parts, ({ coinId, at }) => `${londonDay(at)} ${coinId}`);
  return [...byDay.values()].map((disposals) => {
    const [first] = disposals as [TaxPart, ...TaxPart[]];
    const day = londonDay(first.at);
    const proceeds = addAll(disposals.map((part) => part.proceeds));
    const cost = addAll(disposals.map((part) => part.cost));
    const matches = disposals.flatMap((part) => part.matches);
    const kinds = new Set(disposals.map(({ kind }) => kind));
    // A fee in tokens is part of what it was paid for.
    if (kinds.size > 1) kinds.delete('fee');
    return toLine(first, year.zone, {
      kind: kinds.size > 1 ? 'mixed' : [...kinds][0]!,
      day,
      amount: disposals.reduce((sum, { amount }) => sum + amount, 0n),
      proceeds,
      cost,
      gain: subtract(proceeds, cost),
      fees: addAll(disposals.map(({ fees }) => fees)),
      // A pool has no acquisition date.
      acquired: null,
      rules: taxRulesOf({ matches }),
      poolAfter: pools.get(first.coinId)?.after(day) ?? null,
      matches,
      disposals: disposals.map(({ entry, isFee }) => ({ transactionId: entry.id, isFee })),
    });
  });
}

function addAll(values: readonly (Money | null)[]): Money | null {
  return values.reduce<Money | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0n,
  );
}

const pound = 10n ** BigInt(fixedPoint.moneyPlaces);
/** Whole pounds, rounded in the taxpayer's favour as the return allows: income and gains down, costs and losses up. */
const poundsDown = (money: Money | null) => (money === null ? null : (money / pound).toString());
const poundsUp = (money: Money | null) => (money === null ? null : ((money + pound - 1n) / pound).toString());

function describeDetails(taxCase: TaxCase, lines: readonly LineDraft[]): TaxDetailsOf<'GB'> {
  const { year, now } = taxCase;
  const totals = sumTotals(lines);
  const limit = findLimit('GB', year.year, 'reporting limit');
  const allowance = findLimit('GB', year.year, 'annual exempt amount');
  const grossOf = lines.map(({ proceeds, fees: own }) => (proceeds === null ? null : proceeds + (own ?? 0n)));
  const gross = sumKnown(grossOf);
  const fees = lines.reduce((sum, line) => sum + (line.fees ?? 0n), 0n);
  const isSplit = year.year === 2024;
  const before = lines.filter(({ day }) => day < ratesChanged);
  const after = lines.filter(({ day }) => day >= ratesChanged);
  const openUntil = year.lastDay + matchingDays;
  const isUnknown = lines.some(({ gain }) => gain === null);
  const left = (totals.net ?? 0n) - (allowance ? parseMoney(allowance.value) : 0n);
  return {
    country: 'GB',
    boxes: boxesOf(year.year, {
      count: lines.length,
      gross,
      costs: totals.cost === null ? null : totals.cost + fees,
      gains: totals.gains,
      losses: totals.losses,
    }),
    annualExemptAmount: allowance?.value ?? null,
    taxable: isUnknown || !allowance ? null : moneyText(left > 0n ? left : 0n),
    before30October: isSplit ? describeTotals(sumTotals(before)) : null,
    from30October: isSplit ? describeTotals(sumTotals(after)) : null,
    reportingLimit: limit && compareWithLimit(limit.value, gross, grossOf.includes(null)),
    openUntil: londonDay(now) <= openUntil ? dayText(openUntil) : null,
  };
}

/** With unknown proceeds, those that are known may be above the limit, but are never below it. */
function compareWithLimit(limit: string, known: Money | null, hasUnknown: boolean) {
  const isAbove = known !== null && known > parseMoney(limit);
  return { limit, proceeds: hasUnknown && !isAbove ? null : moneyText(known), isAbove };
}

/**
 * SA108: boxes 13.1 to 13.5, "Cryptoassets", from 2024/25; earlier "Other property, assets and gains", boxes 14 to 19.
 */
function boxesOf(
  year: number,
  sums: {
    count: number;
    gross: Money | null;
    costs: Money | null;
    gains: Money | null;
    losses: Money | null;
  },
): TaxDetailsOf<'GB'>['boxes'] {
  const names =
    year >= firstCryptoYear ? ['13.1', '13.2', '13.3', '13.4', '13.5'] : ['14', '15', '16', '17', '19'];
  const values: [label: string, value: string | null][] = [
    ['Number of disposals', String(sums.count)],
    ['Disposal proceeds', poundsDown(sums.gross)],
    ['Allowable costs (including purchase price)', poundsUp(sums.costs)],
    ['Gains in the year, before losses', poundsDown(sums.gains)],
    ['Losses in the year', poundsUp(sums.losses)],
  ];
  return values.map(([label, value], index) => ({ box: names[index]!, label, value }));
}

function listNotes({ year, now }: TaxCase, { apart, run }: CountryRun): TaxNote[] {
  const notes: TaxNote[] = [
    {
      kind: 'method',
      text: 'Matched with purchases of the same day, then of the 30 days after, then with the section 104 pool; one line per coin and day.',
      source: poolingSource,
    },
    {
      kind: 'rule',
      text: 'The boxes of SA108 count proceeds before fees, and fees as costs; elsewhere in this report fees are deducted from the proceeds.',
      source: 'TCGA 1992 s. 38(1)(c)',
    },
    ...listForkNotes(run, year, {
      text: 'By law, they take a share of the cost of the coins they came from.',
      source: 'TCGA 1992 s. 43; HMRC CRYPTO22300',
    }),
  ];
  const openUntil = year.lastDay + matchingDays;
  if (londonDay(now) <= openUntil)
    notes.push({
      kind: 'window',
      text: `Purchases until ${dayText(openUntil)} can still change this year: they are matched with disposals of the 30 days before.`,
      source: 'TCGA 1992 s. 106A(5)',
    });
  const limit = findLimit('GB', year.year, 'reporting limit');
  if (limit)
    notes.push({
      kind: 'limit',
      text: `Disposals must be reported if their proceeds exceed £${divideHalfEven(parseMoney(limit.value), pound).toLocaleString('en-US')} or the gains exceed the annual exempt amount.`,
      source: limit.source,
    });
  if (year.year === 2024)
    notes.push({
      kind: 'limit',
      text: 'The rates changed on 30 October 2024: gains before and from that day are shown separately.',
      source: 'Finance Act 2025 s. 7',
    });
  if (apart.length > 0)
    notes.push({
      kind: 'apart',
      text: 'Stolen or lost coins are listed separately and not included in any total: theft is not a disposal, and a loss counts only after a negligible value claim.',
      source: lossSource,
    });
  return notes;
}
