import type { ValueLine } from '#contract/ledger/returns.ts';
import { type DayNumber, formatDay } from '#server/platform/utc-day.ts';
import { formatMoney, type Money, roundMoney } from '../engine/fixed-point.ts';
import { addBitcoinFlows, valueOfBitcoins } from './bitcoin-flows.ts';
import { addKnown, type DayTable, isMissing, type Known } from './day-table.ts';

/**
 * Daily points from a day on: the value held, the amount paid in less the amount taken out, and the value of the same
 * payments in bitcoin. The table must start with the ledger, because all three depend on its whole past.
 */
export function listValuePoints({ days, gaps, sources }: DayTable, from: DayNumber): ValueLine {
  const points: ValueLine['points'] = [];
  let invested: Known<Money> = 0n;
  let bitcoins: Known<bigint> = 0n;
  for (const day of days.slice(1)) {
    const paid = isMissing(day.out) ? day.out : addKnown(day.in, -day.out);
    invested = addKnown(invested, paid);
    bitcoins = addBitcoinFlows(bitcoins, day);
    if (day.day < from) continue;
    const bitcoin = valueOfBitcoins(bitcoins, day.bitcoin);
    points.push({
      day: formatDay(day.day),
      value: toText(day.value),
      invested: toText(invested),
      bitcoin: isMissing(bitcoin) ? null : formatMoney(roundMoney(bitcoin, 1n)),
    });
  }
  const first = points.find(({ value }) => value !== null);
  const shown = gaps.filter(({ to }) => to >= from);
  return {
    points,
    gaps: shown.map((gap) => ({
      coinId: gap.coinId,
      from: formatDay(Math.max(gap.from, from)),
      to: formatDay(gap.to),
    })),
    coverage: first ? { from: `${first.day}T00:00:00.000Z`, sources: [...sources] } : null,
  };
}

const toText = (money: Known<Money>) => (isMissing(money) ? null : formatMoney(money));
