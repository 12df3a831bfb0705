import type { Instant } from '#contract/units.ts';
import { collectUses, type TickerUse } from '../coins/collect-uses.ts';
import type { ReadFile } from '../readers/reader.ts';
import { type DraftParts, writeDraftParts } from './draft-parts.ts';

/** What a file came to, as it is stored: of its drafts, what is needed before they are planned. */
export interface PackedFile extends Omit<ReadFile, 'drafts'>, DraftParts {
  readonly draftCount: number;
  readonly uses: readonly TickerUse[];
  /** First and last instant of its rows. */
  readonly from: Instant | null;
  readonly to: Instant | null;
}

export async function packFile({ drafts, ...file }: ReadFile): Promise<PackedFile> {
  return {
    ...file,
    ...(await writeDraftParts(drafts)),
    ...findSpan(drafts),
    draftCount: drafts.length,
    uses: collectUses(drafts, file.format, false),
  };
}

function findSpan(drafts: ReadFile['drafts']): Pick<PackedFile, 'from' | 'to'> {
  if (drafts.length === 0) return { from: null, to: null };
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { occurredAt } of drafts) [from, to] = [Math.min(from, occurredAt), Math.max(to, occurredAt)];
  return { from, to };
}
