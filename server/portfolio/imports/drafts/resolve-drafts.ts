import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { Leg } from '#contract/ledger/transaction.ts';
import type { Instant } from '#contract/units.ts';
import type { CoinName } from '#server/market/service.ts';
import { elsewhere } from '../../ledger/engine/entry.ts';
import type { ImportRow } from '../algebra/import-row.ts';
import { canonicalAmount } from '../algebra/row-identity.ts';
import { type DraftLeg, elsewhere as elsewhereName } from '../readers/reader.ts';
import { choiceKey } from './coin-choice.ts';
import type { KeptDraft } from './draft-parts.ts';

export interface ResolveOptions {
  readonly format: ImportFormat;
  /** By the key of a choice: the coin, `skip`, or undefined where it is open. */
  readonly findCoin: (key: string) => CoinName | 'skip' | undefined;
  /** The wallet of a name; null: that of the upload. */
  readonly findWallet: (name: string | null) => string;
  readonly isMonthFirst: boolean;
}

export interface ResolvedDrafts {
  /** By the place of the draft. */
  readonly rows: ReadonlyMap<number, ImportRow>;
  /** Drafts that wait for answers, with the keys of the questions. */
  readonly waiting: ReadonlyMap<number, readonly string[]>;
  readonly skipped: ReadonlySet<number>;
}

/** Drafts as rows, as far as their coins are known. */
export function resolveDrafts(drafts: readonly KeptDraft[], options: ResolveOptions): ResolvedDrafts {
  const rows = new Map<number, ImportRow>();
  const waiting = new Map<number, string[]>();
  const skipped = new Set<number>();
  for (const [place, draft] of drafts.entries()) {
    const at = instantOf(draft, options.isMonthFirst);
    const open: string[] = [];
    let isSkipped = false;
    const resolve = (leg: DraftLeg | null): Leg | null => {
      if (leg === null || 'currency' in leg) return leg;
      const key = choiceKey(leg, at, options.format);
      const coin = options.findCoin(key);
      if (coin === undefined) open.push(key);
      else if (coin === 'skip') isSkipped = true;
      else return { ...coin, amount: leg.amount };
      return null;
    };
    const legs = { in: resolve(draft.in), out: resolve(draft.out), fee: resolve(draft.fee) };
    if (isSkipped) skipped.add(place);
    else if (open.length > 0) waiting.set(place, [...new Set(open)]);
    else {
      const row = toRow(draft, legs, at, options);
      if (row) rows.set(place, row);
      else skipped.add(place);
    }
  }
  return { rows, waiting, skipped };
}

const instantOf = ({ occurredAt, monthFirst }: KeptDraft, isMonthFirst: boolean): Instant =>
  isMonthFirst && monthFirst !== null ? monthFirst : occurredAt;

/** Null: a coin for the same amount of itself, as where an exchange had a ticker of its own for what was staked. */
function toRow(
  draft: KeptDraft,
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
  // Within one wallet nothing moves, but a fee may be paid.
  return isTransfer && row.wallet === row.toWallet ? null : row;
}

function isSame(one: Leg | null, other: Leg | null): boolean {
  if (!one || !other || !('coinId' in one) || !('coinId' in other)) return false;
  return one.coinId === other.coinId && canonicalAmount(one.amount) === canonicalAmount(other.amount);
}
