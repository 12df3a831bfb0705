import type { TaxMethod } from '#contract/tax/methods.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import { coinsOf, type LedgerEntry } from '../engine/entry.ts';
import type { ProofRequest } from './proof-request.ts';

/** What decides which transactions a figure is computed from. */
export type CountedFigure = Pick<ProofRequest, 'disposal' | 'span' | 'at' | 'asOf'> & {
  readonly figure: string;
  /** Null: the whole portfolio. */
  readonly coinId: CoinId | null;
  readonly method: TaxMethod;
};

/** A figure's transactions. `at`: only those up to this instant are included; null: all are. */
export interface CountedEntries {
  readonly entries: LedgerEntry[];
  readonly at: Instant | null;
}

/**
 * The transactions from which a figure is computed. What happens after a disposal doesn't affect its gain, so that a
 * long history has short proofs of its earlier disposals.
 */
export function listCounted(all: Iterable<LedgerEntry>, counted: CountedFigure): CountedEntries {
  const { coinId } = counted;
  const ofCoin = [...all].filter((entry) => coinId === null || coinsOf(entry).includes(coinId));
  const end = findEnd(ofCoin, counted);
  // Until the end has passed, purchases may be added that would count too.
  const cut = end !== null && end < counted.asOf ? end : null;
  const at = cut === null || (counted.at !== null && counted.at < cut) ? counted.at : cut;
  return { entries: at === null ? ofCoin : ofCoin.filter(({ occurredAt }) => occurredAt <= at), at };
}

const dayMs = 86_400_000;

/** With these methods a purchase in the thirty days after a disposal affects it. A day can have 25 hours. */
const windows: Partial<Record<TaxMethod, number>> = { uk: 32 * dayMs, adjusted_cost_base: 32 * dayMs };

/** The last instant at which a transaction can affect the figure; null: any can. */
function findEnd(
  entries: readonly LedgerEntry[],
  { figure, coinId, disposal, span, method }: CountedFigure,
): Instant | null {
  const last = () => {
    if (figure === 'gain') return entries.find(({ id }) => id === disposal?.transactionId)?.occurredAt;
    return figure === 'realized' && coinId !== null && span.to !== null ? span.to - 1 : undefined;
  };
  const end = last();
  return end === undefined ? null : end + (windows[method] ?? 0);
}
