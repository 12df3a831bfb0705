import type { MergedRow } from './import-row.ts';

/** Drops rows that are another one in other words: their keys and sources become those of the kept row. */
export function dropRows(rows: readonly MergedRow[], kept: MergedRow, dropped: Set<MergedRow>): void {
  for (const merged of rows) dropped.add(merged);
  kept.aliases = [...kept.aliases, ...rows.flatMap(({ key, aliases }) => [key, ...aliases])];
  kept.sources = [...kept.sources, ...rows.flatMap(({ sources }) => sources)];
}
