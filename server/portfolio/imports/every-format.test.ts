import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatWriters } from '../../../tests/support/imports/format-writers.ts';
import type { FormatWriter } from '../../../tests/support/imports/formats/format-writer.ts';
import { arbitraryMovements, type Movement } from '../../../tests/support/imports/movements.ts';
import { readAt } from '../../../tests/support/imports/read-text.ts';
import type { ImportFile } from './algebra/import-row.ts';
import { planLedger } from './algebra/plan-ledger.ts';
import { choiceKey } from './drafts/coin-choice.ts';
import { readDraftParts } from './drafts/draft-parts.ts';
import { readPacked } from './drafts/pack-file.ts';
import { resolveDrafts } from './drafts/resolve-drafts.ts';

const runs = Number(process.env.IMPORT_RUNS ?? 15);

/** A movement with its place in the whole history, which some formats number their rows by. */
interface Placed {
  readonly movement: Movement;
  readonly place: number;
}

const cellText = (cell: string | { readonly number: string }) =>
  typeof cell === 'string' ? `"${cell.replaceAll('"', '""')}"` : cell.number;

let files = 0;

/** Writes a file and reads it like an upload, up to the rows that are compared. */
async function readBack(writer: FormatWriter, history: readonly Placed[]): Promise<ImportFile> {
  const rows = history.flatMap(({ movement, place }) => writer.rows(movement, place));
  const text = [writer.columns, ...rows].map((cells) => cells.map(cellText).join(',')).join('\n');
  const parts: string[] = [];
  const options = { fileName: 'file.csv', format: null, timeZone: null, mapping: null, ...writer.options };
  const read = await readPacked(new TextEncoder().encode(text), options, {
    now: readAt,
    takePart: (part) => void parts.push(part),
  });
  expect(read.problems).toEqual([]);
  const resolved = await resolveDrafts(readDraftParts(parts), {
    keyOf: (leg, at) => choiceKey(leg, at, read.format),
    findCoin: (key) => ({ coinId: key, symbol: key, name: key }),
    findWallet: (name) => (name === null ? 'own' : `name:${name.toLowerCase()}`),
    isMonthFirst: false,
    openKeys: new Set(),
    hasOpenDate: false,
  });
  files += 1;
  const { format, layout, digest, from, to } = read;
  return { importId: `import-${files}`, format, layout, digest, from, to, rows: resolved.rows };
}

const ledgerOf = (list: readonly ImportFile[]) =>
  planLedger(list, { answers: new Map(), fixed: new Set(), joined: new Map() })
    .rows.map(({ row }) => JSON.stringify({ ...row, lines: null }))
    .sort();

/** By a seed, so that a failure can be repeated. */
const shuffle = <T>(list: readonly T[], seed: number): T[] =>
  list
    .map((value, index) => ({ value, rank: Math.imul(seed + index, 2_654_435_761) >>> 0 }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ value }) => value);

const anyWindows = fc.array(fc.tuple(fc.nat(25), fc.nat(25)), { maxLength: 3 });

describe('the files of one history', () => {
  it.each(formatWriters)(
    'build one ledger in any order, cut, overlapping and repeated: $format',
    { timeout: 1_200_000 },
    async (writer) => {
      await fc.assert(
        fc.asyncProperty(
          arbitraryMovements(writer.kinds),
          anyWindows,
          fc.nat(),
          async (list, windows, seed) => {
            const history = list.map((movement, place) => ({ movement, place }));
            const whole = await readBack(writer, history);
            const expected = ledgerOf([whole]);
            // Identical fills stay separate.
            expect(expected).toHaveLength(list.length);

            const cuts = windows.map(([from, to]) => history.slice(from, Math.max(from, to)));
            const parts = [...cuts.filter(({ length }) => length > 0), shuffle(history, seed), history];
            const read: ImportFile[] = [];
            for (const part of parts) read.push(await readBack(writer, part));
            expect(ledgerOf(shuffle(read, seed))).toEqual(expected);

            // The cut is between two instants, because equal rows on both sides of it would raise a question.
            const [[place = 0] = []] = windows;
            const cut = history.findIndex(
              ({ movement }, index) =>
                index >= place && index > 0 && movement.at !== history[index - 1]!.movement.at,
            );
            if (cut < 0) return;
            const early = await readBack(writer, history.slice(0, cut));
            const late = await readBack(writer, history.slice(cut));
            expect(ledgerOf([late, early])).toEqual(expected);
            // Undoing one leaves the rows of the other.
            expect([...ledgerOf([early]), ...ledgerOf([late])].sort()).toEqual(expected);
          },
        ),
        { numRuns: runs },
      );
    },
  );
});
