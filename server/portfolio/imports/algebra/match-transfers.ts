import type { Milliseconds } from '#contract/units.ts';
import { createNearestRows, type NearestRows } from '../questions/nearest-rows.ts';
import { changeRow } from './change-row.ts';
import type { ImportRow, MergedRow } from './import-row.ts';
import { canonicalAmount, directionOf } from './row-identity.ts';

/** How far apart in time the two sides of a transfer may be. */
const maxApartMs: Milliseconds = 48 * 60 * 60_000;

/** Bounds per coin and amount. Within them, comparing takes about a second, and the questions a few megabytes. */
const maxCompared = 5_000_000;
const maxFound = 20_000;
/** Candidates listed in a question, nearest first. */
const maxOthers = 100;
/** One on-chain transaction can make many payments, but hardly that many of the same amount. */
const maxOfHash = 1000;

/** A withdrawal that fits several deposits. */
export interface OpenTransfer {
  readonly key: string;
  readonly side: MergedRow;
  readonly others: readonly MergedRow[];
}

export interface MatchedTransfers {
  readonly rows: MergedRow[];
  readonly open: OpenTransfer[];
  readonly answered: OpenTransfer[];
}

export interface TransferChoices {
  /** By question key: the key of the other side, or `skip`. */
  readonly answers: ReadonlyMap<string, string>;
  /** Keys of sides that the user edited or deleted, which are never joined. */
  readonly fixed: ReadonlySet<string>;
  /** Joined transactions that the user edited: key of the withdrawal to key of the deposit. */
  readonly joined: ReadonlyMap<string, string>;
  /** By key: the wallets of sides that the user edited into transfers between two of the user's wallets. */
  readonly moved?: ReadonlyMap<string, MovedSide>;
  /** Keys of rows that the user left out. They are not joined, because their other side would be left out too. */
  readonly leftOut?: ReadonlySet<string>;
  /** Whether the user entered a transfer that has both sides. If one side was left out for it, the other must be too. */
  readonly isEnteredWhole?: (side: MergedRow) => boolean;
  /** Whether a side may be one that the user entered, so that the user is asked about it instead of joining it. */
  readonly isEntered?: (side: MergedRow) => boolean;
}

export interface MovedSide {
  readonly wallet: string;
  readonly toWallet: string;
}

type Side = { readonly merged: MergedRow; readonly isOut: boolean };

/**
 * Joins a withdrawal with a deposit of the same coin and amount within 48 hours in another wallet, if they fit each
 * other and nothing else.
 */
export function matchTransfers(rows: readonly MergedRow[], choices: TransferChoices): MatchedTransfers {
  const pairs = new Map<MergedRow, MergedRow>();
  const open: OpenTransfer[] = [];
  const answered: OpenTransfer[] = [];
  for (const sides of groupSides(rows).values()) matchGroup(sides, choices, { pairs, open, answered });
  // Copies of a large ledger's lists take megabytes.
  if (pairs.size === 0) return { rows: [...rows], open, answered };
  const taken = new Set(pairs.values());
  const joined = rows
    .filter((merged) => !taken.has(merged))
    .map((merged) => {
      const other = pairs.get(merged);
      return other ? joinSides(merged, other) : merged;
    });
  return { rows: joined, open, answered };
}

/** Groups sides by coin and amount. */
function groupSides(rows: readonly MergedRow[]): Map<string, Side[]> {
  const groups = new Map<string, Side[]>();
  for (const merged of rows) {
    const direction = directionOf(merged.row);
    const leg = merged.row.out;
    if ((direction !== 'in' && direction !== 'out') || !leg || !('coinId' in leg)) continue;
    const key = `${leg.coinId} ${canonicalAmount(leg.amount)}`;
    const side = { merged, isOut: direction === 'out' };
    const group = groups.get(key);
    if (group) group.push(side);
    else groups.set(key, [side]);
  }
  return groups;
}

interface Found {
  readonly pairs: Map<MergedRow, MergedRow>;
  readonly open: OpenTransfer[];
  readonly answered: OpenTransfer[];
}

function matchGroup(
  sides: readonly Side[],
  choices: TransferChoices,
  { pairs, open, answered }: Found,
): void {
  const outs = sides.filter(({ isOut }) => isOut).map(({ merged }) => merged);
  const ins = sides.filter(({ isOut }) => !isOut).map(({ merged }) => merged);
  if (outs.length === 0 || ins.length === 0) return;
  const free = new Set([...outs, ...ins]);
  const alone = new Set(free);
  const pair = (out: MergedRow, into: MergedRow) => {
    pairs.set(out, into);
    for (const side of [out, into]) {
      free.delete(side);
      alone.delete(side);
    }
  };
  const byKey = choices.joined.size > 0 ? groupByKeys(ins) : new Map<string, MergedRow[]>();
  for (const out of outs) {
    const wanted = wantedBy(out, choices);
    const into = wanted === undefined ? undefined : byKey.get(wanted)?.find((one) => free.has(one));
    if (into) pair(out, into);
  }
  for (const merged of [...free]) if (isFixed(merged, choices)) free.delete(merged);
  for (const merged of [...free])
    if (isIn(merged, choices.leftOut ?? none) && !choices.isEnteredWhole?.(merged)) free.delete(merged);
  for (const merged of [...free]) if (choices.isEntered?.(merged)) free.delete(merged);
  if (choices.moved) joinMoved(outs, ins, choices.moved, { choices, free, alone, pair });
  const byHash = Map.groupBy(ins, ({ row }) => row.hash);
  for (const out of outs.filter((one) => free.has(one) && one.row.hash !== null)) {
    const named = byHash.get(out.row.hash) ?? [];
    if (named.length > maxOfHash) continue;
    const same = named.filter((into) => free.has(into) && canJoin(out, into));
    if (same.length === 1) pair(out, same[0]!);
  }
  for (const out of outs.filter((one) => free.has(one))) {
    const answer = choices.answers.get(questionKey(out));
    if (answer === undefined) continue;
    const others = ins.filter((one) => free.has(one) && canJoin(out, one)).sort(byDistance(out));
    if (others.length > 0) answered.push({ key: questionKey(out), side: out, others });
    const into = others.find((one) => hasKey(one, answer));
    if (into) pair(out, into);
    else if (answer === 'skip') free.delete(out);
  }
  matchRest(outs, ins, { free, pair, open });
}

/**
 * Joins a side of which the user named the other wallet with the nearest side in that wallet: the edited transfer has its
 * coins already.
 */
function joinMoved(
  outs: readonly MergedRow[],
  ins: readonly MergedRow[],
  moved: ReadonlyMap<string, MovedSide>,
  found: {
    readonly choices: TransferChoices;
    readonly free: ReadonlySet<MergedRow>;
    /** Those that are in no pair, also if they may not be joined otherwise. */
    readonly alone: ReadonlySet<MergedRow>;
    readonly pair: (out: MergedRow, into: MergedRow) => void;
  },
): void {
  const { choices, free, alone, pair } = found;
  if (moved.size === 0) return;
  const reach = reachOf(outs, ins);
  const findIn = findByWallet(ins, ({ toWallet }) => toWallet, free);
  for (const out of outs.filter((one) => alone.has(one))) {
    const wallet = keysOf(out).flatMap((key) => moved.get(key)?.toWallet ?? [])[0];
    if (wallet === undefined || choices.answers.get(questionKey(out)) === 'skip') continue;
    const into = findIn(wallet)?.find(out.row.at, reach);
    if (into && canJoin(out, into)) pair(out, into);
  }
  const findOut = findByWallet(outs, ({ wallet }) => wallet, free);
  for (const into of ins.filter((one) => alone.has(one))) {
    const wallet = keysOf(into).flatMap((key) => moved.get(key)?.wallet ?? [])[0];
    const out = wallet === undefined ? undefined : findOut(wallet)?.find(into.row.at, reach);
    if (out && canJoin(out, into) && choices.answers.get(questionKey(out)) !== 'skip') pair(out, into);
  }
}

function findByWallet(
  sides: readonly MergedRow[],
  walletOf: (row: ImportRow) => string | null,
  free: ReadonlySet<MergedRow>,
): (wallet: string) => NearestRows | undefined {
  const byWallet = Map.groupBy(sides, ({ row }) => walletOf(row));
  const nearest = new Map<string, NearestRows>();
  return (wallet) => {
    const own = byWallet.get(wallet);
    if (own && !nearest.has(wallet))
      nearest.set(
        wallet,
        createNearestRows(own, (one) => !free.has(one)),
      );
    return nearest.get(wallet);
  };
}

function matchRest(
  outs: readonly MergedRow[],
  ins: readonly MergedRow[],
  found: {
    readonly free: ReadonlySet<MergedRow>;
    readonly pair: (out: MergedRow, into: MergedRow) => void;
    readonly open: OpenTransfer[];
  },
): void {
  const { free, pair, open } = found;
  const fits = listFits(
    outs.filter((out) => free.has(out)),
    ins.filter((into) => free.has(into)),
  );
  const wanted = new Map<MergedRow, number>();
  for (const { others } of fits) for (const into of others) wanted.set(into, (wanted.get(into) ?? 0) + 1);
  for (const { out, others } of fits) {
    const [only] = others;
    if (others.length === 1 && wanted.get(only!) === 1) pair(out, only!);
    else
      open.push({
        key: questionKey(out),
        side: out,
        others: others.toSorted(byDistance(out)).slice(0, maxOthers),
      });
  }
}

interface Fit {
  readonly out: MergedRow;
  readonly others: readonly MergedRow[];
}

/** Returns nothing if there are too many candidates for anyone to tell apart: then no side is joined. */
function listFits(outs: readonly MergedRow[], ins: readonly MergedRow[]): Fit[] {
  const ordered = [...ins].sort((a, b) => a.row.at - b.row.at);
  const reach = reachOf(outs, ins);
  const fits = new Map<MergedRow, MergedRow[]>();
  let compared = 0;
  let found = 0;
  let first = 0;
  for (const out of [...outs].sort((a, b) => a.row.at - b.row.at)) {
    while (first < ordered.length && ordered[first]!.row.at < out.row.at - reach) first += 1;
    const others: MergedRow[] = [];
    for (let index = first; index < ordered.length; index += 1) {
      const into = ordered[index]!;
      if (into.row.at > out.row.at + reach) break;
      compared += 1;
      if (canJoin(out, into)) others.push(into);
    }
    found += others.length;
    if (compared > maxCompared || found > maxFound) return [];
    fits.set(out, others);
  }
  return outs.map((out) => ({ out, others: fits.get(out)! })).filter(({ others }) => others.length > 0);
}

const reachOf = (outs: readonly MergedRow[], ins: readonly MergedRow[]): Milliseconds =>
  maxApartMs + Math.max(maxPrecision(outs), maxPrecision(ins));

const maxPrecision = (rows: readonly MergedRow[]) =>
  rows.reduce((max, { row }) => Math.max(max, row.precision), 0);

const keysOf = ({ key, aliases }: MergedRow) => [key, ...aliases];
const questionKey = ({ key }: MergedRow) => `transfer:${key}`;
/** The key of the deposit that a withdrawal was joined with, maybe before another file gave it its present key. */
const wantedBy = (merged: MergedRow, { joined }: TransferChoices) =>
  keysOf(merged)
    .map((one) => joined.get(one))
    .find((wanted) => wanted !== undefined);
/** Groups rows by each key that they have or had. */
function groupByKeys(rows: readonly MergedRow[]): Map<string, MergedRow[]> {
  const groups = new Map<string, MergedRow[]>();
  for (const merged of rows)
    for (const key of new Set(keysOf(merged))) {
      const group = groups.get(key);
      if (group) group.push(merged);
      else groups.set(key, [merged]);
    }
  return groups;
}
const hasKey = ({ key, aliases }: MergedRow, wanted: string) => key === wanted || aliases.includes(wanted);
const isFixed = (merged: MergedRow, { fixed }: TransferChoices) => isIn(merged, fixed);
const none: ReadonlySet<string> = new Set();
const isIn = ({ key, aliases }: MergedRow, keys: ReadonlySet<string>) =>
  keys.has(key) || aliases.some((alias) => keys.has(alias));

const distance = (a: MergedRow, b: MergedRow) => Math.abs(a.row.at - b.row.at);
const byDistance = (out: MergedRow) => (a: MergedRow, b: MergedRow) =>
  distance(out, a) - distance(out, b) || (a.key < b.key ? -1 : 1);

/** Whether a deposit may be the arrival of a withdrawal, apart from what else they fit. `answers` as in `TransferChoices`. */
export const mayArrive = (out: MergedRow, into: MergedRow, answers: TransferChoices['answers']): boolean =>
  canJoin(out, into) && answers.get(questionKey(out)) !== 'skip';

/** Allows for the precision: a date without a time can be anywhere in its day. */
function canJoin(out: MergedRow, into: MergedRow): boolean {
  if (out.row.wallet === into.row.toWallet) return false;
  if (out.row.hash !== null && into.row.hash !== null && out.row.hash !== into.row.hash) return false;
  return distance(out, into) <= maxApartMs + Math.max(out.row.precision, into.row.precision) - 1;
}

function joinSides(out: MergedRow, into: MergedRow): MergedRow {
  return {
    key: out.key,
    aliases: [...out.aliases, into.key, ...into.aliases],
    row: changeRow(out.row, {
      toWallet: into.row.toWallet,
      fee: out.row.fee ?? into.row.fee,
      note: out.row.note ?? into.row.note,
      externalId: out.row.externalId ?? into.row.externalId,
      hash: out.row.hash ?? into.row.hash,
    }),
    sources: [...out.sources, ...into.sources],
    joinedKey: into.key,
  };
}
