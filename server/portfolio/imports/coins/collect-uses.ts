import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { Leg } from '#contract/ledger/transaction.ts';
import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import { choiceKey } from '../drafts/coin-choice.ts';
import type { Draft, DraftCoinLeg, DraftLeg } from '../readers/reader.ts';

/** What a row says of a coin's price: so much money, or so much of another coin, for an amount. */
export interface PriceClue {
  readonly at: Instant;
  readonly amount: DecimalText;
  readonly paid:
    | { readonly currency: string; readonly amount: DecimalText }
    | { readonly key: string; readonly amount: DecimalText };
}

/** A ticker of a file, with where it stands. */
export interface TickerUse {
  readonly key: string;
  readonly ticker: string;
  readonly name: string | null;
  /** As the file names it. */
  readonly coinId: CoinId | null;
  /** The first row that has it. */
  readonly at: Instant;
  readonly clues: readonly PriceClue[];
}

/** Clues kept of one ticker: enough for a median, few enough to look up. */
const maxClues = 7;

/** The tickers of a file, with clues spread over all its rows. */
export function collectUses(
  drafts: readonly Draft[],
  format: ImportFormat,
  isMonthFirst: boolean,
): TickerUse[] {
  const uses = new Map<string, TickerUse & { clues: PriceClue[] }>();
  const note = (leg: DraftCoinLeg, at: Instant, paid: PriceClue['paid'] | null) => {
    const key = choiceKey(leg, at, format);
    let use = uses.get(key);
    if (!use) {
      use = { key, ticker: leg.ticker, name: leg.name, coinId: leg.coinId, at, clues: [] };
      uses.set(key, use);
    }
    if (paid) use.clues.push({ at, amount: leg.amount, paid });
  };
  for (const draft of drafts) {
    const at = isMonthFirst && draft.monthFirst !== null ? draft.monthFirst : draft.occurredAt;
    const paidFor = (other: DraftLeg | null): PriceClue['paid'] | null => {
      if (other === null) return draft.value;
      return 'currency' in other ? other : { key: choiceKey(other, at, format), amount: other.amount };
    };
    if (draft.in && !isMoney(draft.in)) note(draft.in, at, draft.value ?? paidFor(draft.out));
    if (draft.out && !isMoney(draft.out)) note(draft.out, at, draft.value ?? paidFor(draft.in));
    if (draft.fee && !isMoney(draft.fee)) note(draft.fee, at, null);
  }
  return [...uses.values()].map((use) => ({ ...use, clues: spread(use.clues) }));
}

const isMoney = (leg: DraftLeg | Leg): leg is Extract<DraftLeg, { currency: string }> => 'currency' in leg;

/** Money says more than another coin; the rest evenly from first to last. */
function spread(clues: readonly PriceClue[]): PriceClue[] {
  const money = clues.filter(({ paid }) => 'currency' in paid);
  const chosen = money.length > 0 ? money : clues;
  if (chosen.length <= maxClues) return [...chosen];
  const step = (chosen.length - 1) / (maxClues - 1);
  return Array.from({ length: maxClues }, (_, place) => chosen[Math.round(place * step)]!);
}
