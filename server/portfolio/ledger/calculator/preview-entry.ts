import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { coinsOf, type LedgerEntry } from '../engine/entry.ts';
import type { Money } from '../engine/fixed-point.ts';
import type { Ledger } from '../engine/ledger.ts';
import { listChoices } from './compare-methods.ts';
import type { CoinSummary, MethodChoice, MethodEffect, PreviewQuery, PreviewRows } from './ledger-query.ts';
import type { PortfolioLedger } from './portfolio-ledger.ts';
import { summarizeCoin } from './summarize-ledger.ts';

/** The most matches listed per method, because selling everything may use a hundred thousand lots. */
const maxMatches = 1000;

/**
 * Computes the effect of an entry without changing the ledger, replaying only entries that share a coin with it.
 * Returns null if there is no entry for it to replace.
 */
export async function previewEntry(
  portfolio: PortfolioLedger,
  query: PreviewQuery,
): Promise<PreviewRows | null> {
  const replaced = query.replaces === null ? undefined : portfolio.entries.get(query.replaces);
  if (query.replaces !== null && !replaced) return null;
  const entry = replaced ? inPlaceOf(replaced, query.entry) : query.entry;
  const coins = new Set([...coinsOf(entry), ...(replaced ? coinsOf(replaced) : [])]);
  const before = [...portfolio.entries.values()].filter((known) =>
    coinsOf(known).some((id) => coins.has(id)),
  );
  const after = [...before.filter(({ id }) => id !== replaced?.id), entry];
  const { method, scope, currency } = query;
  const build = async (choice: MethodChoice, entries: readonly LedgerEntry[]) =>
    portfolio.build({ ...choice, currency, at: null }, entries);
  await portfolio.readValuesOf(entry, currency);
  const methods: MethodEffect[] = [];
  for (const choice of query.isEveryMethod ? listChoices(after) : [{ method, scope }]) {
    methods.push(describeEffect(await build(choice, after), choice, entry));
    await yieldToEventLoop();
  }
  return {
    methods,
    adds: portfolio.listAdded(entry, currency),
    before: summarize(await build(query, before), coins),
    after: summarize(await build(query, after), coins),
  };
}

/** Gives the entry the stored one's place among entries of the same instant. A date that isn't changed stays assumed. */
function inPlaceOf(stored: LedgerEntry, entry: LedgerEntry): LedgerEntry {
  const { id, createdAt, rowIdentity } = stored;
  const isSameDate = entry.occurredAt === stored.occurredAt && entry.type === stored.type;
  return { ...entry, id, createdAt, rowIdentity, isDateAssumed: isSameDate && stored.isDateAssumed };
}

function summarize(ledger: Ledger, coins: ReadonlySet<string>): CoinSummary[] {
  return [...coins].flatMap((coinId) => {
    const figures = ledger.figuresOf(coinId);
    return figures ? [summarizeCoin(figures)] : [];
  });
}

/** Over all disposals of the entry, including fees. Null if it has none or a part is unknown. */
function describeEffect(ledger: Ledger, { method, scope }: MethodChoice, entry: LedgerEntry): MethodEffect {
  const disposals = coinsOf(entry)
    .flatMap((coinId) => ledger.figuresOf(coinId)?.listDisposals() ?? [])
    .filter(({ event }) => event.entry.id === entry.id);
  const total = (values: readonly (Money | null)[]) =>
    values.length === 0 || values.includes(null)
      ? null
      : values.reduce<Money>((sum, value) => sum + (value ?? 0n), 0n);
  const matches = disposals.flatMap((disposal) => disposal.matches);
  return {
    method,
    scope,
    proceeds: total(disposals.map(({ proceeds }) => proceeds)),
    cost: total(disposals.map(({ cost }) => cost)),
    gain: total(disposals.map(({ gain }) => gain)),
    matches: matches.slice(0, maxMatches),
    matchCount: matches.length,
  };
}
