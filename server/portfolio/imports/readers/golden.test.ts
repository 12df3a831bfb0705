import { describe, expect, it } from 'vitest';
import {
  describeDraft,
  describeGolden,
  goldenImportNames,
  readGoldenImport,
} from '../../../../tests/support/imports/golden-imports.ts';
import { readFile } from './read-file.ts';

const now = Date.UTC(2026, 10, 22);

describe.skipIf(goldenImportNames.length === 0)('A sample file from an exchange', () => {
  it.each(goldenImportNames)('becomes exactly its transactions: %s', async (name) => {
    const golden = readGoldenImport(name);
    const options = { fileName: golden.file, format: null, timeZone: null, mapping: null };
    const file = await readFile(golden.bytes, options, now);
    expect([file.format, file.rows]).toEqual([golden.format, golden.rows]);
    const open = new Set<number | null | undefined>(golden.open.map(({ line }) => line));
    const drafts = file.drafts.filter(({ lines }) => !open.has(lines[0]));
    const expectedOf = (line: number | undefined) => golden.transactions.find((one) => one.line === line);
    expect(drafts.map((draft) => describeDraft(draft, expectedOf(draft.lines[0])))).toEqual(
      golden.transactions.map(describeGolden),
    );
    expect(file.ignored).toBe(golden.ignored.length);
    expect(file.problems.filter(({ line }) => !open.has(line))).toEqual([]);
    // Rows without an expected result must still become a draft or a problem.
    const seen = new Set([
      ...file.drafts.flatMap(({ lines }) => lines),
      ...file.problems.map(({ line }) => line),
    ]);
    expect(golden.open.filter(({ line }) => !seen.has(line))).toEqual([]);
  });
});
