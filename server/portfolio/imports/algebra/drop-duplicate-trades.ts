import { Decimal } from 'decimal.js';
import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { Leg } from '#contract/ledger/transaction.ts';
import type { Milliseconds } from '#contract/units.ts';
import { dropRows } from './drop-rows.ts';
import { filesOf, type ImportFile, type MergedRow } from './import-row.ts';

/** How far apart two files may date the same trade. */
const maxApartMs: Milliseconds = 2_000;

/** Maximum pairs compared within a cluster, which takes about a second. */
const maxCompared = 250_000;
/** Larger clusters are bucketed by size: this many buckets for each factor of e, so each is a millionth wide. */
const bucketsPerFactor = 1_000_000;
const maxCandidates = 100;

/** Relative tolerance, because some files are rounded. */
const maxDifference = new Decimal('0.000001');

/**
 * If an exchange exports its trades in two kinds of files, such as a ledger and a list of trades, keeps each trade
 * once. The version in the alphabetically first layout wins; both come from the exchange.
 */
export function dropDuplicateTrades(rows: readonly MergedRow[], files: readonly ImportFile[]): MergedRow[] {
  const filesByFormat = Map.groupBy(files, ({ format }) => format);
  const withSeveralLayouts = [...filesByFormat].filter(
    ([, own]) => new Set(own.map(({ layout }) => layout)).size > 1,
  );
  if (withSeveralLayouts.length === 0) return [...rows];
  const dropped = new Set<MergedRow>();
  for (const [format] of withSeveralLayouts)
    for (const trades of groupTrades(rows, files, format).values()) dropDuplicates(trades, dropped);
  return rows.filter((merged) => !dropped.has(merged));
}

interface Trade {
  readonly merged: MergedRow;
  readonly layouts: readonly string[];
}

/** Groups one exchange's trades by what was given for what. */
function groupTrades(rows: readonly MergedRow[], files: readonly ImportFile[], format: ImportFormat) {
  const groups = new Map<string, Trade[]>();
  for (const merged of rows) {
    const { in: into, out } = merged.row;
    if (!into || !out) continue;
    const own = filesOf(merged)
      .map((index) => files[index]!)
      .filter((file) => file.format === format);
    if (own.length === 0) continue;
    const trade = { merged, layouts: [...new Set(own.map(({ layout }) => layout))] };
    const key = `${nameOf(into)} ${nameOf(out)}`;
    const group = groups.get(key);
    if (group) group.push(trade);
    else groups.set(key, [trade]);
  }
  return groups;
}

const nameOf = (leg: Leg) => ('coinId' in leg ? leg.coinId : leg.currency);

/**
 * Clusters trades that are seconds apart and compares their sums, because one file may list fills where another lists
 * their sum.
 */
function dropDuplicates(trades: readonly Trade[], dropped: Set<MergedRow>): void {
  const names = [...new Set(trades.flatMap(({ layouts }) => layouts))].sort();
  if (names.length < 2) return;
  const ordered = [...trades].sort(
    (a, b) => a.merged.row.at - b.merged.row.at || (a.merged.key < b.merged.key ? -1 : 1),
  );
  dropSameIds(ordered, names, dropped);
  let cluster: Trade[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const trade of ordered.filter(({ merged }) => !dropped.has(merged))) {
    const { at, precision } = trade.merged.row;
    if (at - last > maxApartMs) {
      dropFromCluster(cluster, names, dropped);
      cluster = [];
    }
    cluster.push(trade);
    last = Math.max(last, at + (precision > 1000 ? precision : 0));
  }
  dropFromCluster(cluster, names, dropped);
}

/**
 * Drops trades whose id also appears on a trade of another layout. If it is the number of both, they are the same trade:
 * one file may round small amounts to less than the tolerance.
 */
function dropSameIds(trades: readonly Trade[], names: readonly string[], dropped: Set<MergedRow>): void {
  const idsOf = ({ merged }: Trade) =>
    [merged.row.externalId, merged.row.orderId].filter((id): id is string => id !== null);
  const byId = new Map<string, Trade[]>();
  for (const trade of trades)
    for (const id of idsOf(trade)) {
      const same = byId.get(id);
      if (same) same.push(trade);
      else byId.set(id, [trade]);
    }
  for (const [id, same] of byId) {
    const [first] = names.filter((name) => same.some(({ layouts }) => layouts.includes(name)));
    const kept = same.filter(({ layouts }) => layouts.includes(first!));
    // Once: one order may have tens of thousands of trades.
    const sums = sumsOf(kept);
    const isOne = kept.length === 1 && same.every(({ merged }) => merged.row.externalId === id);
    drop(
      same.filter(
        (trade) => !trade.layouts.includes(first!) && (isOne || areEqualSums(sumsOf([trade]), sums)),
      ),
      kept,
      dropped,
    );
    const others = same.filter(({ merged, layouts }) => !layouts.includes(first!) && !dropped.has(merged));
    if (others.length > 0 && haveEqualSums(others, kept)) drop(others, kept, dropped);
  }
}

function dropFromCluster(cluster: readonly Trade[], names: readonly string[], dropped: Set<MergedRow>): void {
  if (cluster.length < 2) return;
  let kept: Trade[] = [];
  for (const name of names) {
    if (kept.some(({ layouts }) => layouts.includes(name))) continue;
    const own = cluster.filter(({ layouts }) => layouts.includes(name));
    const fresh = own.filter((trade) => !dropped.has(trade.merged));
    if (kept.length > 0 && fresh.length > 0 && haveEqualSums(fresh, kept)) {
      drop(fresh, kept, dropped);
      continue;
    }
    kept = [...kept, ...dropEqual(fresh, kept, dropped)];
  }
}

/** Returns the trades not among the kept ones. Each kept trade matches at most one. */
function dropEqual(trades: readonly Trade[], kept: readonly Trade[], dropped: Set<MergedRow>): Trade[] {
  const take = trades.length * kept.length > maxCompared ? takeByAmounts(kept) : takeFirst(kept);
  return trades.filter((trade) => {
    const same = take(trade);
    if (!same) return true;
    drop([trade], [same], dropped);
    return false;
  });
}

/** For clusters of thousands of trades, such as bots produce: looks up a trade by nearly equal amounts and takes it. */
function takeByAmounts(trades: readonly Trade[]): (trade: Trade) => Trade | undefined {
  const sizesOf = ({ merged }: Trade) =>
    [merged.row.in!, merged.row.out!].map(({ amount }) =>
      Math.round(Math.log(Number(amount)) * bucketsPerFactor),
    );
  const bySizes = Map.groupBy(trades, (trade) => sizesOf(trade).join(' '));
  const steps = [0, -1, 1];
  return (trade) => {
    const [into = 0, out = 0] = sizesOf(trade);
    const names = steps.flatMap((a) => steps.map((b) => `${into + a} ${out + b}`));
    for (const near of names.map((name) => bySizes.get(name) ?? [])) {
      const found = near.slice(0, maxCandidates).findIndex((one) => haveEqualSums([trade], [one]));
      if (found >= 0) return near.splice(found, 1)[0];
    }
    return undefined;
  };
}

/** Takes the first trade with equal amounts. */
function takeFirst(trades: readonly Trade[]): (trade: Trade) => Trade | undefined {
  const free = new Set(trades);
  return (trade) => {
    const same = [...free].find((one) => haveEqualSums([trade], [one]));
    if (same) free.delete(same);
    return same;
  };
}

/** Drops trades, adding their keys and sources to the first kept one. */
function drop(trades: readonly Trade[], [first]: readonly Trade[], dropped: Set<MergedRow>): void {
  if (trades.length === 0) return;
  dropRows(
    trades.map(({ merged }) => merged),
    first!.merged,
    dropped,
  );
}

interface Sums {
  readonly in: Decimal;
  readonly out: Decimal;
}

const sumsOf = (trades: readonly Trade[]): Sums => ({ in: sumOf(trades, 'in'), out: sumOf(trades, 'out') });

const sumOf = (trades: readonly Trade[], side: 'in' | 'out') =>
  trades.reduce((sum, { merged }) => sum.plus(merged.row[side]!.amount), new Decimal(0));

/** Whether both sides have equal sums, apart from rounding. */
const haveEqualSums = (trades: readonly Trade[], others: readonly Trade[]) =>
  areEqualSums(sumsOf(trades), sumsOf(others));

const areEqualSums = (one: Sums, other: Sums) =>
  (['in', 'out'] as const).every((side) =>
    one[side].minus(other[side]).abs().lte(Decimal.max(one[side], other[side]).times(maxDifference)),
  );
