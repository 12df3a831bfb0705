import type { Leg } from '#contract/ledger/transaction.ts';
import type { DecimalText, Instant } from '#contract/units.ts';
import type { CoinName } from '#server/market/service.ts';
import { elsewhere } from '../../ledger/engine/entry.ts';
import type { ImportRow } from '../algebra/import-row.ts';
import { canonicalAmount } from '../algebra/row-identity.ts';
import {
  type Draft,
  type DraftCoinLeg,
  type DraftLeg,
  elsewhere as elsewhereName,
} from '../readers/draft.ts';
import { createImportRowPacker } from './import-row-packer.ts';

export interface ResolveOptions {
  /** By choice key: the coin, `skip`, or undefined if unanswered. */
  readonly findCoin: (key: string) => CoinName | 'skip' | undefined;
  /** Of a leg's coin choice in this file. */
  readonly keyOf: (leg: Pick<DraftCoinLeg, 'ticker' | 'name' | 'coinId'>, at: Instant) => string;
  /** Finds a wallet by name; null: the upload's wallet. */
  readonly findWallet: (name: string | null) => string;
  readonly isMonthFirst: boolean;
  /** Keys of the coin choices that the user is asked about. */
  readonly openKeys: ReadonlySet<string>;
  readonly hasOpenDate: boolean;
}

/** A row and the balances the file states after it. */
export interface NamedBalances {
  readonly row: ImportRow;
  readonly balances: readonly { readonly coin: CoinName; readonly amount: DecimalText }[];
}

/** A file as rows, as far as its coins are known. Keeps only drafts that are referred to elsewhere. */
export interface ResolvedDrafts {
  readonly rows: readonly ImportRow[];
  /** Drafts that depend on open questions. */
  readonly waiting: readonly Draft[];
  readonly skipped: readonly Draft[];
  readonly count: number;
  /** The earliest instant of all rows, including those without a known coin. */
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly balances: readonly NamedBalances[];
  /** The first line numbers of each question about a coin, by question key. */
  readonly questionLines: ReadonlyMap<string, readonly number[]>;
  /** Dates that can be read in two ways, if the user is asked about them. */
  readonly openDates: { readonly first: Draft | null; readonly lines: readonly number[] };
}

/** Line numbers listed per question. */
export const maxLines = 100;

/** Takes drafts part by part, so that they aren't all in memory at once. */
export async function resolveDrafts(
  parts: AsyncIterable<readonly Draft[]>,
  options: ResolveOptions,
): Promise<ResolvedDrafts> {
  const resolver = createResolver(options);
  for await (const drafts of parts) for (const draft of drafts) resolver.add(draft);
  return resolver.finish();
}

function createResolver(options: ResolveOptions) {
  const { findCoin, keyOf } = options;
  const rows: ImportRow[] = [];
  const waiting: Draft[] = [];
  const skipped: Draft[] = [];
  const balances: NamedBalances[] = [];
  const questionLines = new Map<string, number[]>();
  const openDates: { first: Draft | null; lines: number[] } = { first: null, lines: [] };
  const intern = createInterner();
  const packRow = createImportRowPacker();
  let [count, from, to] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

  function noteOpenDate(draft: Draft): void {
    if (!options.hasOpenDate || draft.monthFirst === null || draft.monthFirst === draft.occurredAt) return;
    openDates.first ??= draft;
    pushLines(openDates.lines, draft.lines);
  }

  function noteBalances(draft: Draft, row: ImportRow): void {
    const known = draft.balances.flatMap(({ ticker, amount }) => {
      const coin = findCoin(keyOf({ ticker, name: null, coinId: null }, row.at));
      return coin && coin !== 'skip' ? [{ coin, amount }] : [];
    });
    if (known.length > 0) balances.push({ row, balances: known });
  }

  function resolveLegs(draft: Draft, at: Instant) {
    let state: 'known' | 'waiting' | 'skipped' = 'known';
    const resolve = (leg: DraftLeg | null): Leg | null => {
      if (leg === null) return null;
      if ('currency' in leg) return { currency: intern(leg.currency), amount: leg.amount };
      const key = keyOf(leg, at);
      if (options.openKeys.has(key)) pushLines(linesOf(key), draft.lines);
      const coin = findCoin(key);
      if (coin === 'skip') state = 'skipped';
      else if (coin !== undefined)
        return { coinId: coin.coinId, symbol: coin.symbol, name: coin.name, amount: leg.amount };
      else if (state === 'known') state = 'waiting';
      return null;
    };
    const linesOf = (key: string) => questionLines.get(key) ?? questionLines.set(key, []).get(key)!;
    const legs = { in: resolve(draft.in), out: resolve(draft.out), fee: resolve(draft.fee) };
    return { state: state as 'known' | 'waiting' | 'skipped', legs };
  }

  return {
    add(draft: Draft): void {
      const at = instantOf(draft, options.isMonthFirst);
      [count, from, to] = [count + 1, Math.min(from, at), Math.max(to, at)];
      noteOpenDate(draft);
      const { state, legs } = resolveLegs(draft, at);
      const row = state === 'known' ? toRow(draft, legs, at, options) : null;
      if (state === 'waiting') waiting.push(draft);
      else if (row === null) skipped.push(draft);
      else {
        const kept = packRow(row);
        rows.push(kept);
        if (draft.balances.length > 0) noteBalances(draft, kept);
      }
    },
    finish: (): ResolvedDrafts => ({
      ...{ rows, waiting, skipped, count, balances, questionLines, openDates },
      ...(count === 0 ? { from: null, to: null } : { from, to }),
    }),
  };
}

/** Shares equal strings: a file has few different currencies. */
function createInterner(): (text: string) => string {
  const kept = new Map<string, string>();
  return (text) => kept.get(text) ?? kept.set(text, text).get(text)!;
}

function pushLines(known: number[], lines: readonly number[]): void {
  if (known.length < maxLines) known.push(...lines.slice(0, maxLines - known.length));
}

export const instantOf = (
  { occurredAt, monthFirst }: Pick<Draft, 'occurredAt' | 'monthFirst'>,
  isMonthFirst: boolean,
): Instant => (isMonthFirst && monthFirst !== null ? monthFirst : occurredAt);

/** Null for what moves nothing, such as a swap of a coin for the same amount of itself: an exchange's ticker for staked coins. */
function toRow(
  draft: Draft,
  legs: Pick<ImportRow, 'in' | 'out' | 'fee'>,
  at: Instant,
  { findWallet }: ResolveOptions,
): ImportRow | null {
  if (draft.type === 'swap' && isSame(legs.in, legs.out)) return null;
  const walletOf = (name: string | null) => (name === elsewhereName ? elsewhere : findWallet(name));
  const isTransfer = draft.type === 'transfer';
  const row: ImportRow = {
    type: draft.type,
    kind: draft.type === 'income' ? (draft.kind ?? 'other') : null,
    at,
    precision: draft.precision,
    ...legs,
    value: draft.value,
    wallet: walletOf(draft.wallet),
    toWallet: isTransfer ? walletOf(draft.toWallet) : null,
    externalId: draft.externalId,
    orderId: draft.orderId,
    hash: draft.hash,
    note: draft.note,
    acquiredAt: draft.acquiredAt,
    lots: draft.lots,
    isDateAssumed: draft.isDateAssumed,
    lines: draft.lines,
  };
  return isTransfer && row.wallet === row.toWallet ? toFeeAlone(row) : row;
}

/** Within one wallet nothing moves except a fee; null without one. */
function toFeeAlone(row: ImportRow): ImportRow | null {
  const { fee } = row;
  if (!fee || canonicalAmount(fee.amount) === '0' || row.wallet === elsewhere) return null;
  return { ...row, type: 'fee', in: null, out: fee, fee: null, value: null, toWallet: null, lots: null };
}

function isSame(one: Leg | null, other: Leg | null): boolean {
  if (!one || !other || !('coinId' in one) || !('coinId' in other)) return false;
  return one.coinId === other.coinId && canonicalAmount(one.amount) === canonicalAmount(other.amount);
}
