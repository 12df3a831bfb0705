import type { TaxLine } from '#contract/tax/report.ts';
import type { DecimalText } from '#contract/units.ts';
import { isZero, sumDecimals } from '../decimal-sum.ts';

/** A step from a line’s proceeds to its gain. `value` is null if unknown. */
export interface WorkingStep {
  readonly name: string;
  readonly value: DecimalText | null;
  /** How it follows from the steps above. */
  readonly how?: string;
}

const add = (...texts: readonly (DecimalText | null)[]): DecimalText | null =>
  texts.some((text) => text === null) ? null : sumDecimals(texts as readonly DecimalText[]);

/** How a line was worked out: its proceeds, its cost and its gain. */
export function listWorkingSteps(
  line: TaxLine,
): Readonly<Record<'proceeds' | 'cost' | 'gain', readonly WorkingStep[]>> {
  return { proceeds: listProceedsSteps(line), cost: listCostSteps(line), gain: listGainSteps(line) };
}

/** The origin of the proceeds. */
function listProceedsSteps({ proceeds, fees }: TaxLine): WorkingStep[] {
  if (fees === null || isZero(fees)) return [{ name: 'Proceeds', value: proceeds }];
  return [
    { name: 'Price', value: add(proceeds, fees) },
    { name: 'Fees', value: fees },
    { name: 'Proceeds', value: proceeds, how: 'price − fees' },
  ];
}

/** The origin of the cost: for a line with lots or pools, their sum; in France, a share of the whole portfolio's. */
function listCostSteps({ cost, portfolioValue, poolAfter, rules }: TaxLine): WorkingStep[] {
  if (!rules.includes('portfolio_share')) return [{ name: 'Cost', value: cost }];
  return [
    {
      name: 'Acquisition cost of the whole portfolio before the disposal',
      value: add(cost, poolAfter?.cost ?? null),
    },
    { name: 'Value of the whole portfolio', value: portfolioValue },
    { name: 'Cost', value: cost, how: 'acquisition cost × price ÷ value' },
    { name: 'Acquisition cost left after the disposal', value: poolAfter?.cost ?? null },
  ];
}

/** The gain of a line. */
function listGainSteps({ gain, adjustment }: TaxLine): WorkingStep[] {
  if (isZero(adjustment)) return [{ name: 'Gain', value: gain, how: 'proceeds − cost' }];
  return [
    { name: 'Adjustment', value: adjustment, how: 'the part of the loss that is denied' },
    { name: 'Gain', value: gain, how: 'proceeds − cost + adjustment' },
  ];
}
