import type { Instant } from '#contract/units.ts';
import type { KeptDraft } from './draft-parts.ts';

/** First and last instant of all rows, also of those without a known coin. */
export function spanOf(
  drafts: readonly Pick<KeptDraft, 'occurredAt' | 'monthFirst'>[],
  monthFirst: boolean,
): { from: Instant | null; to: Instant | null } {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const draft of drafts) {
    const at = monthFirst && draft.monthFirst !== null ? draft.monthFirst : draft.occurredAt;
    from = Math.min(from, at);
    to = Math.max(to, at);
  }
  return drafts.length === 0 ? { from: null, to: null } : { from, to };
}
