import type { TaxLineKind, TaxRule } from '#contract/tax/report.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import { type Amount, type Money, roundMoney } from '../../ledger/engine/fixed-point.ts';
import type { Match } from '../../ledger/engine/lot.ts';
import type { TaxPart } from './ledger-run.ts';
import type { DayNumber, TimeZone } from './time-zone.ts';

/** A report line before formatting. */
export interface LineDraft {
  readonly kind: TaxLineKind;
  readonly day: DayNumber;
  readonly at: Instant;
  readonly coinId: CoinId;
  readonly amount: Amount;
  readonly proceeds: Money | null;
  readonly cost: Money | null;
  readonly gain: Money | null;
  readonly fees: Money | null;
  readonly adjustment: Money;
  readonly acquired: DayNumber | 'various' | null;
  readonly term: 'short' | 'long' | null;
  readonly box: string | null;
  readonly exempt: boolean;
  readonly rules: readonly TaxRule[];
  readonly poolAfter: { readonly amount: Amount | null; readonly cost: Money | null } | null;
  readonly portfolioValue: Money | null;
  /** France: the most that the gain can be if it is unknown; null without a price. */
  readonly largestGain?: Money | null;
  readonly matches: readonly Match[];
  readonly disposals: readonly { readonly transactionId: string; readonly isFee: boolean }[];
}

/** Makes one line of a disposal, without a day of acquisition unless `more` has it. */
export function toLine(part: TaxPart, zone: TimeZone, more: Partial<LineDraft> = {}): LineDraft {
  const { kind, at, coinId, amount, proceeds, cost, gain, fees, matches, entry, isFee } = part;
  return {
    ...{ kind, at, coinId, amount, proceeds, cost, gain, fees, matches },
    day: zone.dayOf(at),
    adjustment: 0n,
    acquired: null,
    term: null,
    box: null,
    exempt: false,
    rules: [...new Set(matches.map(({ rule }) => rule))],
    poolAfter: null,
    portfolioValue: null,
    disposals: [{ transactionId: entry.id, isFee }],
    ...more,
  };
}

/** The gain, or if it is unknown, what it would be if the missing costs were nothing. Null without proceeds. */
export function largestGainOf({ gain, largestGain, proceeds, matches }: LineDraft): Money | null {
  if (gain !== null) return gain;
  if (largestGain !== undefined) return largestGain;
  return subtract(
    proceeds,
    matches.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n),
  );
}

/** The sum of `largestGainOf`; null if that of one line is unknown. */
export function sumLargestGains(lines: readonly LineDraft[]): Money | null {
  return lines.reduce<Money | null>((sum, line) => {
    const most = largestGainOf(line);
    return sum === null || most === null ? null : sum + most;
  }, 0n);
}

/** The difference; null if either is unknown. */
export const subtract = (a: Money | null, b: Money | null): Money | null =>
  a === null || b === null ? null : a - b;

/**
 * Splits a disposal by a key of its matches, in their order; matches of unknown cost form parts of their own. Proceeds
 * and fees are shared by amount, rounded half-even to 18 decimals; the last part gets the remainder.
 */
export function splitPart<Key>(
  part: TaxPart,
  keyOf: (match: Match) => Key,
): { readonly key: Key; readonly part: TaxPart }[] {
  const groups = new Map<string, { key: Key; matches: Match[] }>();
  for (const match of part.matches) {
    const key = keyOf(match);
    const name = `${String(key)} ${match.cost === null}`;
    const group = groups.get(name);
    if (group) group.matches.push(match);
    else groups.set(name, { key, matches: [match] });
  }
  if (groups.size <= 1) return [...groups.values()].map(({ key }) => ({ key, part }));
  const list = [...groups.values()];
  const amounts = list.map(({ matches }) => matches.reduce((sum, { amount }) => sum + amount, 0n));
  const proceeds = shareOut(part.proceeds, amounts);
  const fees = shareOut(part.fees, amounts);
  return list.map(({ key, matches }, index) => {
    const cost = matches.reduce<Money | null>(
      (sum, match) => (sum === null || match.cost === null ? null : sum + match.cost),
      0n,
    );
    const own = proceeds[index]!;
    return {
      key,
      part: {
        ...part,
        matches,
        cost,
        amount: amounts[index]!,
        proceeds: own,
        fees: fees[index]!,
        gain: subtract(own, cost),
      },
    };
  });
}

function shareOut(money: Money | null, amounts: readonly Amount[]): (Money | null)[] {
  if (money === null) return amounts.map(() => null);
  const whole = amounts.reduce((sum, amount) => sum + amount, 0n);
  let left = money;
  return amounts.map((amount, index) => {
    const share = index === amounts.length - 1 ? left : roundMoney(money * amount, whole);
    left -= share;
    return share;
  });
}
