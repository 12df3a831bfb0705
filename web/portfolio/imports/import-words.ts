import type { ImportFormats, ImportQuestion, ImportState, Imports } from '#contract/ledger/imports.ts';
import { describeFailure } from '#web/lib/errors.ts';
import { countOf } from '#web/lib/formats.ts';
import { hiddenFigure } from '#web/lib/hidden-amounts.ts';
import { formatDay } from '../format-day.ts';

/** What the user reads about an import's state. */
export const stateNames: Readonly<Record<ImportState, string>> = {
  reading: 'Reading',
  ready: 'Not added yet',
  questions: 'Needs your answers',
  empty: 'Nothing to add',
  applied: 'Added',
};

/** The heading of each kind of question. */
export const questionKindNames: Readonly<Record<ImportQuestion['kind'], string>> = {
  coin: 'Which coin is it?',
  transfer: 'Which transfers belong together?',
  dates: 'How are the dates written?',
  equal_rows: 'Are these the same transaction?',
  opening: 'Replace the position you entered?',
  duplicate: 'Already entered by hand?',
};

/** Whether the question can be skipped. The others decide how rows are read. */
export const canBeSkipped = (kind: ImportQuestion['kind']): boolean =>
  kind === 'coin' || kind === 'transfer' || kind === 'duplicate';

/** What skipping a question means. The sides of a transfer stay in the ledger: without an answer they are only not joined. */
export const nameSkip = (kind: ImportQuestion['kind']): string =>
  kind === 'transfer' ? 'None of these' : 'Leave these rows out';

/** Replaces the numbers in a line of a file, or in a message about one, while amounts are hidden. Keeps `18th`. */
export const hideNumbers = (text: string): string =>
  text.replace(/\d+(?:[.,]+\d+)*(th\b)?/g, (number, suffix) => (suffix ? number : hiddenFigure));

/** The name of a format. Its id until the formats are loaded. */
export const nameFormat = (formats: ImportFormats | undefined, id: string): string =>
  formats?.find((format) => format.id === id)?.name ?? id;

type ListedImport = Pick<Imports[number], 'state' | 'added' | 'transactions'>;

/** What has happened to a file, or what remains to be done with it. */
export function describeState({ state, added, transactions }: ListedImport): string {
  if (state === 'applied') return `${countOf(added ?? 0, 'transaction')} added`;
  if (state !== 'ready') return stateNames[state];
  if (transactions.new === 0) return 'Nothing new';
  return `${countOf(transactions.new, 'transaction')} not added yet`;
}

/** Why an import was not undone, or a file not discarded. Null if nothing failed. */
export const describeRemovalFailure = (failure: unknown, state: ImportState): string | null =>
  describeFailure(failure, state === 'applied' ? 'The import was not undone' : 'The file was not discarded');

/** `2 Dec 2024 to 4 Mar 2025`. Null if nothing has a date. */
export function describeSpan(from: string | null, to: string | null): string | null {
  if (from === null || to === null) return null;
  const [first, last] = [formatDay(from), formatDay(to)];
  return first === last ? first : `${first} to ${last}`;
}

/** `Line 4`, `Lines 4, 5, 7 and 9 more`. Empty if there are none. */
export function nameLines(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  const named = lines.slice(0, 3).join(', ');
  const more = lines.length - 3;
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${named}${more > 0 ? ` and ${more} more` : ''}`;
}
