import type { TaxTotals } from '#contract/tax/report.ts';
import type { DecimalText } from '#contract/units.ts';
import { formatMoney, parseMoney } from '../../ledger/engine/fixed-point.ts';

/** `after` minus `before`, exactly. Unknown totals count as 0. */
export function subtractTotals(after: TaxTotals, before: TaxTotals): TaxTotals {
  const subtract = (name: keyof TaxTotals) => formatMoney(toMoney(after[name]) - toMoney(before[name]));
  return {
    proceeds: subtract('proceeds'),
    cost: subtract('cost'),
    gains: subtract('gains'),
    losses: subtract('losses'),
    net: subtract('net'),
  };
}

const toMoney = (text: DecimalText | null) => parseMoney(text ?? '0');
