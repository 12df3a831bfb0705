import type { Quantity } from './compose-draft.ts';
import type { TableRow } from './table/table.ts';
import type { Units } from './values/units.ts';

/** One side of a trade on a separate row. Positive: received. Negative: given. */
export interface TradeLeg {
  readonly row: TableRow;
  readonly ticker: string;
  readonly units: Units;
}

/** A trade whose legs are on several rows. */
export interface JoinedTrade {
  readonly rows: readonly TableRow[];
  readonly in: Quantity;
  readonly out: Quantity;
  readonly fee: Quantity | null;
}

export interface JoinedLegs {
  readonly trades: readonly JoinedTrade[];
  /** Fees that belong to the trades as a whole. */
  readonly fees: readonly TradeLeg[];
}

const bySize = (one: TradeLeg, other: TradeLeg) =>
  compare(sizeOf(one), sizeOf(other)) || one.row.line - other.row.line;
const sizeOf = ({ units }: TradeLeg) => (units < 0n ? -units : units);
const compare = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Joins simultaneous legs into trades, if they are all of the same pair. Equal numbers of legs in and out are separate
 * fills, matched by size because simultaneous fills have nearly the same price; otherwise they form one trade. Null if
 * the legs are of several pairs or all on one side, so that it is unclear which belong together.
 */
export function joinLegs(legs: readonly TradeLeg[], fees: readonly TradeLeg[]): JoinedLegs | null {
  const into = legs.filter(({ units }) => units > 0n).sort(bySize);
  const out = legs.filter(({ units }) => units < 0n).sort(bySize);
  const tickers = [into, out].map((side) => new Set(side.map(({ ticker }) => ticker)));
  if (tickers.some(({ size }) => size !== 1)) return null;
  const areFills = into.length === out.length;
  const groups = areFills
    ? into.map((leg, index) => [[leg], [out[index] ?? leg]] as const)
    : [[into, out] as const];
  const sorted = [...fees].sort(bySize);
  const isShared =
    new Set(fees.map(({ ticker }) => ticker)).size > 1 ||
    (groups.length > 1 && fees.length !== groups.length);
  const feesOf = (index: number) =>
    isShared ? [] : groups.length === 1 ? sorted : sorted.slice(index, index + 1);
  const trades = groups.map(([ins, outs], index) => toTrade(ins, outs, feesOf(index)));
  return { trades, fees: isShared ? fees : [] };
}

function toTrade(
  into: readonly TradeLeg[],
  out: readonly TradeLeg[],
  fees: readonly TradeLeg[],
): JoinedTrade {
  return {
    rows: [...into, ...out, ...fees].map(({ row }) => row),
    in: total(into),
    out: total(out),
    fee: fees.length > 0 ? total(fees) : null,
  };
}

function total(legs: readonly TradeLeg[]): Quantity {
  const sum = legs.reduce((all, { units }) => all + units, 0n);
  return { ticker: legs[0]?.ticker ?? '', units: sum < 0n ? -sum : sum };
}
