import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { Leg } from '#contract/ledger/transaction.ts';
import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import { choiceKey } from '../drafts/coin-choice.ts';
import type { Draft, DraftCoinLeg, DraftLeg } from '../readers/draft.ts';

/** A price implied by a row: money, or an amount of another coin, paid for an amount. */
export interface PriceClue {
  readonly at: Instant;
  readonly amount: DecimalText;
  readonly paid:
    | { readonly currency: string; readonly amount: DecimalText }
    | { readonly key: string; readonly amount: DecimalText };
}

/** A ticker in a file, and where it is used. */
export interface TickerUse {
  readonly key: string;
  readonly ticker: string;
  readonly name: string | null;
  /** The coin id, if the file states it. */
  readonly coinId: CoinId | null;
  /** When the earliest row with it happened. */
  readonly at: Instant;
  readonly clues: readonly PriceClue[];
}

/** Clues kept per ticker: enough for a median, few enough to look up. */
const maxClues = 7;

/** Collects a file's tickers, with price clues spread over all its rows. */
export class UseCollector {
  readonly #format: ImportFormat;
  readonly #uses = new Map<string, TickerUse & { at: Instant; clues: PriceClue[] }>();

  constructor(format: ImportFormat) {
    this.#format = format;
  }

  add(draft: Draft): void {
    this.#addAt(draft, draft.occurredAt, null);
    // A ticker may have been another coin on that date.
    if (draft.monthFirst !== null) this.#addAt(draft, draft.monthFirst, draft.occurredAt);
  }

  /** `noted`: another instant of the draft. Tickers that have the same key then are left out. */
  #addAt(draft: Draft, at: Instant, noted: Instant | null): void {
    const keyOf = (leg: DraftCoinLeg, instant = at) => choiceKey(leg, instant, this.#format);
    const paidFor = (other: DraftLeg | null): PriceClue['paid'] | null => {
      if (other === null) return draft.value;
      return 'currency' in other ? other : { key: keyOf(other), amount: other.amount };
    };
    const note = (leg: DraftLeg | null, paid: PriceClue['paid'] | null) => {
      if (!leg || isMoney(leg) || (noted !== null && keyOf(leg, noted) === keyOf(leg))) return;
      this.#note(leg, at, paid);
    };
    note(draft.in, draft.value ?? paidFor(draft.out));
    note(draft.out, draft.value ?? paidFor(draft.in));
    note(draft.fee, null);
  }

  list(): TickerUse[] {
    return [...this.#uses.values()].map((use) => ({ ...use, clues: spread(use.clues) }));
  }

  #note(leg: DraftCoinLeg, at: Instant, paid: PriceClue['paid'] | null): void {
    const key = choiceKey(leg, at, this.#format);
    let use = this.#uses.get(key);
    if (!use) {
      use = { key, ticker: leg.ticker, name: leg.name, coinId: leg.coinId, at, clues: [] };
      this.#uses.set(key, use);
    }
    use.at = Math.min(use.at, at);
    if (paid) use.clues.push({ at, amount: leg.amount, paid });
  }
}

const isMoney = (leg: DraftLeg | Leg): leg is Extract<DraftLeg, { currency: string }> => 'currency' in leg;

/** Prefers prices in money; beyond that, takes clues evenly from first to last. */
function spread(clues: readonly PriceClue[]): PriceClue[] {
  const money = clues.filter(({ paid }) => 'currency' in paid);
  const chosen = money.length > 0 ? money : clues;
  if (chosen.length <= maxClues) return [...chosen];
  const step = (chosen.length - 1) / (maxClues - 1);
  return Array.from({ length: maxClues }, (_, index) => chosen[Math.round(index * step)]!);
}
