import type { Instant } from '#contract/units.ts';
import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';
import { type LedgerRun, type RunCoin, runLedger, type TaxPart } from './ledger-run.ts';
import type { TaxCase } from './tax-case.ts';
import { isInYear } from './tax-year.ts';
import { type StepRule, Steps, sumTotals } from './totals.ts';

/** How a country departs from the ledger's settings. A rule that is left out is as in the ledger. */
export interface CountryPlan {
  readonly choice: MethodChoice;
  readonly methodRule: StepRule;
  /** In the place of the method alone: such as lots that are laid to wallets on a day. */
  readonly runCoin?: RunCoin;
  readonly runRule?: StepRule;
  readonly giftIn?: { readonly value: 'market' | 'donor'; readonly rule: StepRule };
  /** Gifts that are given leave at market value, not at their cost. */
  readonly giftOut?: StepRule;
  /** From an instant on a swap's fee is a cost of what is given away. */
  readonly swapFees?: { readonly from: Instant; readonly rule: StepRule };
  /** What is in no total, though the ledger counts it; `isListed`: it stands apart in the report. */
  readonly apart: readonly {
    readonly kind: 'loss' | 'gift_out';
    readonly rule: StepRule;
    readonly isListed: boolean;
  }[];
}

export interface CountryRun {
  readonly steps: Steps;
  readonly run: LedgerRun;
  /** Of the year, in the order of the ledger. */
  readonly counted: readonly TaxPart[];
  readonly apart: readonly TaxPart[];
  /** Transactions that count otherwise than in the ledger. */
  readonly changedIds: ReadonlySet<string>;
}

const portfolioRule: StepRule = {
  rule: 'portfolios',
  text: 'The other portfolios that were asked for are part of the calculation.',
  source: 'The request',
};

/** From the ledger's own figures to a country's disposals, one rule after the other. */
export function runCountry(taxCase: TaxCase, plan: CountryPlan): CountryRun {
  const { entries, valuer } = taxCase;
  const { steps, run: ledgerRun } = startSteps(taxCase);
  let run = ledgerRun;
  const take = (next: LedgerRun, rule: StepRule) => {
    run = next;
    steps.add(rule, sumTotals(partsOf(taxCase, next)));
  };
  if (!isSameChoice(plan.choice, taxCase.settings))
    take(runLedger(entries, plan.choice, valuer), plan.methodRule);
  const originals = new Map<string, LedgerEntry>();
  let prepared = entries;
  const replace = (change: (entry: LedgerEntry) => LedgerEntry, rule: StepRule) => {
    const changed = prepared.map(change);
    const moved = prepared.filter((entry, index) => entry !== changed[index]);
    if (moved.length === 0) return;
    for (const entry of moved) if (!originals.has(entry.id)) originals.set(entry.id, entry);
    prepared = changed;
    take(runLedger(prepared, plan.choice, valuer, originals), rule);
  };
  const { giftIn, giftOut, swapFees } = plan;
  if (giftIn) replace((entry) => revalueGift(entry, giftIn.value), giftIn.rule);
  if (giftOut) replace((entry) => (entry.type === 'gift_out' ? { ...entry, type: 'spend' } : entry), giftOut);
  if (swapFees) replace((entry) => moveSwapFee(entry, swapFees.from), swapFees.rule);
  if (plan.runCoin && plan.runRule) take(runLedger(prepared, plan.runCoin, valuer, originals), plan.runRule);
  const parts = partsOf(taxCase, run);
  return { steps, run, ...setApart(steps, parts, plan.apart), changedIds: new Set(originals.keys()) };
}

/** The ledger's totals by its settings, and with the other portfolios. */
export function startSteps(taxCase: TaxCase): { readonly steps: Steps; readonly run: LedgerRun } {
  const { own, entries, settings, valuer } = taxCase;
  const ownRun = runLedger(own, settings, valuer);
  const steps = new Steps(sumTotals(partsOf(taxCase, ownRun)));
  if (entries === own) return { steps, run: ownRun };
  const run = runLedger(entries, settings, valuer);
  steps.add(portfolioRule, sumTotals(partsOf(taxCase, run)));
  return { steps, run };
}

export const partsOf = ({ year }: TaxCase, { parts }: LedgerRun): TaxPart[] =>
  parts.filter(({ at }) => isInYear(year, at));

function setApart(
  steps: Steps,
  parts: readonly TaxPart[],
  rules: CountryPlan['apart'],
): { counted: readonly TaxPart[]; apart: readonly TaxPart[] } {
  let counted = parts;
  const apart: TaxPart[] = [];
  for (const { kind, rule, isListed } of rules) {
    if (isListed) apart.push(...counted.filter((part) => part.kind === kind));
    counted = counted.filter((part) => part.kind !== kind);
    steps.add(rule, sumTotals(counted));
  }
  return { counted, apart };
}

/** The scope changes nothing under `uk`. */
function isSameChoice(a: MethodChoice, b: MethodChoice): boolean {
  return a.method === b.method && (a.scope === b.scope || a.method === 'uk');
}

/**
 * `market`: a gift costs what it was worth when it was received. `donor`: what it had cost the donor, since the donor's
 * day; without them its cost, or its day, is not known.
 */
function revalueGift(entry: LedgerEntry, value: 'market' | 'donor'): LedgerEntry {
  if (entry.type !== 'gift_in') return entry;
  if (value === 'market') return { ...entry, value: null, acquiredAt: null };
  if (entry.value !== null && entry.acquiredAt !== null) return entry;
  const isDateAssumed = entry.isDateAssumed || entry.acquiredAt === null;
  if (entry.value !== null) return { ...entry, isDateAssumed };
  return { ...entry, type: 'buy', isDateAssumed };
}

const moveSwapFee = (entry: LedgerEntry, from: Instant): LedgerEntry =>
  entry.type === 'swap' && entry.fee !== null && entry.occurredAt >= from
    ? { ...entry, isFeeOfGiven: true }
    : entry;
