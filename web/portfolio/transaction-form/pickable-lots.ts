import type { OpenLot } from '#contract/ledger/figures.ts';
import type { DecimalText } from '#contract/units.ts';
import { divideDecimals, sumDecimals } from '../decimal-sum.ts';

export interface PickableLot {
  readonly transactionId: string;
  readonly acquiredAt: string | null;
  readonly remaining: DecimalText;
  /** Null if the cost isn't known. */
  readonly unitCost: DecimalText | null;
}

/**
 * The lots that a disposal from a wallet can name: with lots by wallet, only those in it; if it is undefined, those of all. A
 * lot may have been moved there in several parts, which are named together. Pools can't be named.
 */
export function listPickable(lots: readonly OpenLot[], wallet: string | undefined): PickableLot[] {
  const inWallet = lots.filter((lot) => lot.wallet === null || wallet === undefined || lot.wallet === wallet);
  return [...Map.groupBy(inWallet, ({ transactionId }) => transactionId)].flatMap(([transactionId, parts]) =>
    transactionId === null ? [] : [joinParts(transactionId, parts)],
  );
}

function joinParts(transactionId: string, parts: readonly OpenLot[]): PickableLot {
  const [{ acquiredAt, unitCost } = { acquiredAt: null, unitCost: null }, ...others] = parts;
  const remaining = sumDecimals(parts.map((part) => part.remaining));
  if (others.length === 0) return { transactionId, acquiredAt, remaining, unitCost };
  const costs = parts.flatMap(({ cost }) => cost ?? []);
  const isKnown = costs.length === parts.length;
  const joined = isKnown ? divideDecimals(sumDecimals(costs), remaining) : null;
  return { transactionId, acquiredAt, remaining, unitCost: joined };
}

/** The named lots that a disposal at its time can't take from. Their amounts would be sent, so they must be shown. */
export function listUnlisted(
  named: Readonly<Record<string, string>>,
  lots: readonly Pick<PickableLot, 'transactionId'>[],
): string[] {
  const listed = new Set(lots.map(({ transactionId }) => transactionId));
  return Object.keys(named).filter((id) => !listed.has(id));
}
