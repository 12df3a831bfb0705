import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';
import { applyEntryRules, type EntryRules } from './entry-rules.ts';
import { type LedgerRun, type RunCoin, runLedger, type TaxPart } from './ledger-run.ts';
import type { TaxCase } from './tax-case.ts';
import { isInYear } from './tax-year.ts';
import { type StepRule, Steps, sumTotals } from './totals.ts';

/** How a country's rules differ from the ledger's settings. An omitted rule is the same as in the ledger. */
export interface CountryPlan {
  readonly choice: MethodChoice;
  readonly methodRule: StepRule;
  /** Replaces the plain method, such as to allocate lots to wallets on a certain day. */
  readonly runCoin?: RunCoin;
  readonly runRule?: StepRule;
  readonly entryRules: EntryRules;
  /** The texts and sources of the entry rules. */
  readonly entryRuleTexts: { readonly [name in keyof EntryRules]: StepRule };
  /** Kinds of disposals that the ledger counts but the report's totals don't. `isListed`: in the report's `apart`. */
  readonly excluded: readonly {
    readonly kind: 'loss' | 'gift_out';
    readonly rule: StepRule;
    readonly isListed: boolean;
  }[];
}

export interface CountryRun {
  readonly steps: Steps;
  readonly run: LedgerRun;
  /** Within the year, in ledger order. */
  readonly counted: readonly TaxPart[];
  /** The excluded disposals that the report lists separately. */
  readonly apart: readonly TaxPart[];
  /** Transactions treated differently from the ledger. */
  readonly changedIds: ReadonlySet<string>;
}

const portfolioRule: StepRule = {
  rule: 'portfolios',
  text: 'The calculation includes the other portfolios you chose.',
  source: 'The request',
};

/** Gets from the ledger's own figures to a country's disposals, one rule at a time. */
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
    const replaced = prepared.filter((entry, index) => entry !== changed[index]);
    if (replaced.length === 0) return;
    for (const entry of replaced) if (!originals.has(entry.id)) originals.set(entry.id, entry);
    prepared = changed;
    take(runLedger(prepared, plan.choice, valuer, originals), rule);
  };
  for (const name of ['giftIn', 'giftOut', 'swapFeesFrom'] as const) {
    const [value, rule] = [plan.entryRules[name], plan.entryRuleTexts[name]];
    if (value !== undefined && rule)
      replace((entry) => applyEntryRules(entry, { [name]: value }).entry, rule);
  }
  if (plan.runCoin && plan.runRule) take(runLedger(prepared, plan.runCoin, valuer, originals), plan.runRule);
  const parts = partsOf(taxCase, run);
  return { steps, run, ...excludeKinds(steps, parts, plan.excluded), changedIds: new Set(originals.keys()) };
}

/** Starts with the ledger's totals by its own settings, then includes the other portfolios. */
export function startSteps(taxCase: TaxCase): { readonly steps: Steps; readonly run: LedgerRun } {
  const { own, entries, settings, valuer } = taxCase;
  const ownRun = runLedger(own, settings, valuer);
  const steps = new Steps(sumTotals(partsOf(taxCase, ownRun)));
  if (entries === own) return { steps, run: ownRun };
  const run = runLedger(entries, settings, valuer);
  steps.add(portfolioRule, sumTotals(partsOf(taxCase, run)));
  return { steps, run };
}

/** The disposals within the tax year. */
export const partsOf = ({ year }: TaxCase, { parts }: LedgerRun): TaxPart[] =>
  parts.filter(({ at }) => isInYear(year, at));

function excludeKinds(
  steps: Steps,
  parts: readonly TaxPart[],
  rules: CountryPlan['excluded'],
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

/** Whether two choices give the same figures: `uk` ignores the scope. */
function isSameChoice(a: MethodChoice, b: MethodChoice): boolean {
  return a.method === b.method && (a.scope === b.scope || a.method === 'uk');
}
