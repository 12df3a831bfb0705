import type { MethodComparison } from '#contract/ledger/figures.ts';
import type { LedgerSettings } from '#contract/ledger/settings.ts';
import { countOf } from '#web/lib/formats.ts';
import { compareDecimals } from '../decimal-sum.ts';
import { methodList } from './method-words.ts';

type MethodFigures = MethodComparison['methods'][number];

export interface MethodRow {
  readonly figures: MethodFigures;
  readonly isUsed: boolean;
  readonly isLowest: boolean;
  /** Realized as a fraction of realized plus unrealized, from 0 to 1. Null if it can't be drawn. */
  readonly realizedPart: number | null;
}

/** The methods in the scope of the settings, in display order. `uk` has no scope. */
export function toMethodRows(
  { methods }: MethodComparison,
  { method, scope }: Pick<LedgerSettings, 'method' | 'scope'>,
): MethodRow[] {
  const shown = methods
    .filter((each) => each.scope === scope || each.method === 'uk')
    .sort((a, b) => methodList.indexOf(a.method) - methodList.indexOf(b.method));
  const lowest = shown
    .map(({ realized }) => realized)
    .reduce((low, realized) => {
      if (low === null || realized === null) return low ?? realized;
      return compareDecimals(realized, low) < 0 ? realized : low;
    }, null);
  // No method is the lowest if all realize the same, or if the gains that one leaves out may make the difference.
  const hasLowest =
    shown.some(({ realized }) => realized !== lowest) && !shown.some(({ unknownGain }) => unknownGain);
  return shown.map((figures) => ({
    figures,
    isUsed: figures.method === method,
    isLowest: hasLowest && figures.realized === lowest,
    realizedPart: realizedPart(figures),
  }));
}

/** What the figures of a method leave out, in words. */
export function listLeftOut({
  unknownGain = 0,
  unknownCost = 0,
  unpriced = 0,
}: Pick<MethodFigures, 'unknownGain' | 'unknownCost' | 'unpriced'>): string[] {
  const of = (count: number, noun: string, what: string) => (count > 0 ? [countOf(count, noun) + what] : []);
  return [
    ...of(unknownGain, 'disposal', ' without a known gain, not included'),
    ...of(unknownCost, 'coin', ' with a part of unknown cost, not included'),
    ...of(unpriced, 'coin', ' without a price, not included in unrealized'),
  ];
}

function realizedPart({ realized, unrealized }: MethodFigures): number | null {
  if (realized === null || unrealized === null) return null;
  const [done, open] = [Math.abs(Number(realized)), Math.abs(Number(unrealized))];
  return done + open > 0 ? done / (done + open) : null;
}
