import type { Quantity } from './compose-draft.ts';
import type { TableRow } from './table/table.ts';
import type { Units } from './values/units.ts';

/** One side of a trade, on a row of its own: above 0 it comes in, below 0 it goes out. */
export interface TradeLeg {
  readonly row: TableRow;
  readonly ticker: string;
  readonly units: Units;
}

/** A trade whose legs stand on several rows. */
export interface JoinedTrade {
  readonly rows: readonly TableRow[];
  readonly in: Quantity;
  readonly out: Quantity;
  readonly fee: Quantity | null;
}

export interface JoinedLegs {
  readonly trades: readonly JoinedTrade[];
  /** Fees that belong to the trades together. */
  readonly fees: readonly TradeLeg[];
}

const bySize = (one: TradeLeg, other: TradeLeg) =>
  compare(sizeOf(one), sizeOf(other)) || one.row.line - other.row.line;
const sizeOf = ({ units }: TradeLeg) => (units < 0n ? -units : units);
const compare = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * The trades that legs of one moment make, where all are of one pair. As many legs in as out are as many fills, joined
 * by their sizes: fills of one moment have one price or nearly so. Other numbers of legs are one trade. Null where the
 * legs are of several pairs or have no other side: which belongs to which can't be said.
 */
export function joinLegs(legs: readonly TradeLeg[], fees: readonly TradeLeg[]): JoinedLegs | null {
  const into = legs.filter(({ units }) => units > 0n).sort(bySize);
  const out = legs.filter(({ units }) => units < 0n).sort(bySize);
  const tickers = [into, out].map((side) => new Set(side.map(({ ticker }) => ticker)));
  if (tickers.some(({ size }) => size !== 1)) return null;
  const isFills = into.length === out.length;
  const groups = isFills
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
