import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { CoinName } from '#server/market/service.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ImportFile } from '../algebra/import-row.ts';
import { type CoinChoice, choiceKey, createFindStoredKey } from '../drafts/coin-choice.ts';
import { readDraftParts } from '../drafts/draft-parts.ts';
import { type ResolvedDrafts, resolveDrafts } from '../drafts/resolve-drafts.ts';
import type { ImportStore, PlannedImport } from '../store.ts';

/** A file's content, as far as its questions have been answered. */
export interface LoadedFile {
  readonly record: PlannedImport;
  readonly file: ImportFile;
  readonly resolved: ResolvedDrafts;
}

/** Answers by question key. */
export type Answers = Readonly<Record<string, string>>;

/** The answers given about a file. */
export const answersOf = ({ answers }: Pick<PlannedImport, 'answers'>): Answers =>
  JSON.parse(answers) as Answers;
/** The tickers in a file, and the coins they stand for. */
export const choicesOf = ({ coins }: Pick<PlannedImport, 'coins'>): CoinChoice[] =>
  JSON.parse(coins) as CoinChoice[];
/** The keys of rows that a file's answers keep out of the ledger. */
export const leftOutOf = ({ left_out: keys }: PlannedImport): string[] => JSON.parse(keys) as string[];

/** Whether ambiguous dates of a file are read month first, by its answers. */
export const isMonthFirst = (record: PlannedImport): boolean => answersOf(record).dates === 'mdy';

export interface LoadFileDeps {
  readonly store: Pick<ImportStore, 'readParts'>;
  /** Finds a wallet by name; null: the upload's wallet. */
  readonly findWallet: (record: PlannedImport, name: string | null) => string;
}

/** Loads an import's file, with its coins, wallets and dates resolved as far as the answers allow. */
export async function loadFile(
  { store, findWallet }: LoadFileDeps,
  db: Database,
  record: PlannedImport,
): Promise<LoadedFile> {
  const choices = choicesOf(record);
  const coins = new Map<string, CoinName | 'skip'>();
  const answers = answersOf(record);
  for (const { key, coin } of choices) {
    if (answers[key] === 'skip') coins.set(key, 'skip');
    else if (coin) coins.set(key, coin);
  }
  const format = record.format as ImportFormat;
  const findKey = createFindStoredKey(choices.map(({ key }) => key));
  const resolved = await resolveDrafts(readDraftParts(await store.readParts(db, record.id)), {
    keyOf: (leg, at) => findKey(choiceKey(leg, at, format)),
    findCoin: (key) => coins.get(key),
    findWallet: (name) => findWallet(record, name),
    isMonthFirst: isMonthFirst(record),
    openKeys: new Set(choices.flatMap(({ key, reason }) => (reason === '' ? [] : [key]))),
    hasOpenDate: record.open_date !== null,
  });
  const { from, to, rows } = resolved;
  const { id: importId, layout, digest } = record;
  return { record, resolved, file: { importId, format, layout, digest, from, to, rows } };
}
