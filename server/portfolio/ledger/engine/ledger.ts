import { CoinState } from './coin-state.ts';
import { coinsOf, compareEntries, type LedgerEntry } from './entry.ts';
import { type ExpandedEntry, expandEntry, type Valuer } from './expand-entry.ts';
import type { CoinFigures, DatedValue } from './figures.ts';
import type { Method, Scope } from './lot.ts';

export interface LedgerOptions {
  readonly method: Method;
  readonly scope: Scope;
  readonly valuer: Valuer;
}

export interface EntryChanges {
  /** Added, or in the place of one with the same id. */
  readonly entries: readonly LedgerEntry[];
  readonly removedIds: readonly string[];
}

/**
 * A portfolio's ledger by one method and scope, in one currency. An entry at the end of its coins costs what it touches;
 * one in the past replays these coins alone.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #coins = new Map<string, CoinState>();
  /** Fees in money of transactions without a coin, by transaction. */
  readonly #otherFees = new Map<string, DatedValue>();

  constructor(entries: readonly LedgerEntry[], options: LedgerOptions) {
    this.#options = options;
    this.update({ entries, removedIds: [] });
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Fees that stand in no coin's figures. */
  listOtherFees(): DatedValue[] {
    return [...this.#otherFees.values()];
  }

  listCoins(): string[] {
    return [...this.#coins.keys()];
  }

  figuresOf(coinId: string): CoinFigures | undefined {
    return this.#coins.get(coinId)?.figures;
  }

  find(id: string): LedgerEntry | undefined {
    return this.#entries.get(id);
  }

  listEntries(): IterableIterator<LedgerEntry> {
    return this.#entries.values();
  }

  update({ entries, removedIds }: EntryChanges): void {
    const replayed = new Set<string>();
    for (const id of removedIds) this.#forget(id, replayed);
    for (const { id } of this.#entries.size > 0 ? entries : []) this.#forget(id, replayed);
    for (const coinId of replayed)
      this.#coins.get(coinId)?.drop((entry) => this.#entries.get(entry.id) !== entry);
    for (const entry of entries.toSorted(compareEntries)) {
      this.#entries.set(entry.id, entry);
      this.#add(entry, replayed);
    }
    for (const coinId of replayed) this.#replay(coinId);
  }

  /** Works out anew what some entries touch: a price or a rate has become known. */
  revalue(ids: Iterable<string>): void {
    const entries = [...ids].flatMap((id) => this.#entries.get(id) ?? []);
    for (const entry of entries) if (coinsOf(entry).length === 0) this.#addOtherFee(entry);
    for (const coinId of new Set(entries.flatMap(coinsOf))) this.#replay(coinId);
  }

  /** The coins that it had touched are to be replayed. */
  #forget(id: string, replayed: Set<string>): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#otherFees.delete(id);
    for (const coinId of coinsOf(entry)) replayed.add(coinId);
  }

  /** Books an entry to the coins at whose end it stands; the others are to be replayed. */
  #add(entry: LedgerEntry, replayed: Set<string>): void {
    const coins = coinsOf(entry);
    if (coins.length === 0) this.#addOtherFee(entry);
    let expanded: ExpandedEntry | null = null;
    for (const coinId of coins) {
      const state = this.#stateOf(coinId);
      if (!state.insert(entry)) replayed.add(coinId);
      if (replayed.has(coinId)) continue;
      expanded ??= this.#expand(entry);
      state.book(expanded);
    }
  }

  #addOtherFee(entry: LedgerEntry): void {
    const { fee } = this.#expand(entry);
    if (fee) this.#otherFees.set(entry.id, { entry, value: fee.value });
  }

  #replay(coinId: string): void {
    const state = this.#coins.get(coinId);
    if (!state) return;
    if (state.isEmpty) this.#coins.delete(coinId);
    else state.replay((entry) => this.#expand(entry));
  }

  #expand(entry: LedgerEntry): ExpandedEntry {
    return expandEntry(entry, this.#options.valuer);
  }

  #stateOf(coinId: string): CoinState {
    const known = this.#coins.get(coinId);
    if (known) return known;
    const { method, scope } = this.#options;
    const made = new CoinState(coinId, method, scope);
    this.#coins.set(coinId, made);
    return made;
  }
}
