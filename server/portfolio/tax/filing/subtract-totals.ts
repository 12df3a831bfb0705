import type { TaxTotals } from '#contract/tax/report.ts';
import type { DecimalText } from '#contract/units.ts';
import { formatMoney, parseMoney } from '../../ledger/engine/fixed-point.ts';

/** `after` minus `before`, exactly. Null if only one of them is known; 0 if neither is. */
export function subtractTotals(after: TaxTotals, before: TaxTotals): TaxTotals {
  const subtract = (name: keyof TaxTotals) => {
    const [now, then] = [after[name], before[name]];
    if ((now === null) !== (then === null)) return null;
    return formatMoney(toMoney(now) - toMoney(then));
  };
  return {
    proceeds: subtract('proceeds'),
    cost: subtract('cost'),
    gains: subtract('gains'),
    losses: subtract('losses'),
    net: subtract('net'),
  };
}

const toMoney = (text: DecimalText | null) => parseMoney(text ?? '0');
