import type { TaxDifference, TaxTotals } from '#contract/tax/report.ts';
import { sumKnown } from '../../ledger/engine/figures.ts';
import { formatMoney, type Money } from '../../ledger/engine/fixed-point.ts';
import { moneyText } from '../../ledger/figures/money-text.ts';

/** A total is null if there are items but none has a known value. */
export interface Totals {
  readonly proceeds: Money | null;
  readonly cost: Money | null;
  readonly gains: Money | null;
  readonly losses: Money | null;
  readonly net: Money | null;
}

interface Counted {
  readonly proceeds: Money | null;
  readonly cost: Money | null;
  readonly gain: Money | null;
}

/** Sums disposals as the ledger does: unknown values are left out of every sum. */
export function sumTotals(items: readonly Counted[]): Totals {
  const gains = items.map(({ gain }) => gain);
  const net = sumKnown(gains);
  const sumWhere = (isCounted: (gain: Money) => boolean) =>
    net === null
      ? null
      : gains.reduce<Money>((sum, gain) => sum + (gain !== null && isCounted(gain) ? gain : 0n), 0n);
  const losses = sumWhere((gain) => gain < 0n);
  return {
    proceeds: sumKnown(items.map(({ proceeds }) => proceeds)),
    cost: sumKnown(items.map(({ cost }) => cost)),
    gains: sumWhere((gain) => gain > 0n),
    losses: losses === null ? null : -losses,
    net,
  };
}

/** Totals as decimal text. */
export const describeTotals = (totals: Totals): TaxTotals => ({
  proceeds: moneyText(totals.proceeds),
  cost: moneyText(totals.cost),
  gains: moneyText(totals.gains),
  losses: moneyText(totals.losses),
  net: moneyText(totals.net),
});

/** A rule that changes the totals, and its legal source. */
export interface StepRule {
  readonly rule: string;
  readonly text: string;
  readonly source: string;
}

/**
 * The steps from the ledger's totals to the report's, one per rule. Their differences sum exactly to the whole change.
 */
export class Steps {
  readonly ledger: Totals;
  readonly differences: TaxDifference[] = [];
  #last: Totals;

  constructor(ledger: Totals) {
    this.ledger = ledger;
    this.#last = ledger;
  }

  /** Adds the totals after one more rule. A rule that changes nothing is left out. */
  add(rule: StepRule, totals: Totals): void {
    const last = this.#last;
    this.#last = totals;
    const moved = (name: keyof Totals) => (totals[name] ?? 0n) - (last[name] ?? 0n);
    const [proceeds, cost, gains, losses, net] = [
      moved('proceeds'),
      moved('cost'),
      moved('gains'),
      moved('losses'),
      moved('net'),
    ];
    if ([proceeds, cost, gains, losses, net].every((money) => money === 0n)) return;
    this.differences.push({
      ...rule,
      proceeds: formatMoney(proceeds),
      cost: formatMoney(cost),
      gains: formatMoney(gains),
      losses: formatMoney(losses),
      net: formatMoney(net),
    });
  }
}
