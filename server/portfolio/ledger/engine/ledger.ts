import { type CoinOptions, CoinState } from './coin-state.ts';
import { coinsOf, compareEntries, type LedgerEntry } from './entry.ts';
import { type ExpandedEntry, expandEntry, type Valuer } from './expand-entry.ts';
import type { CoinFigures, DatedValue } from './figures.ts';
import type { Method, Scope } from './lot.ts';
import { MoveBudget } from './move-budget.ts';

export interface LedgerOptions {
  readonly method: Method;
  readonly scope: Scope;
  readonly valuer: Valuer;
  /** The budget of each change; limited by default. */
  readonly moves?: MoveBudget;
  /**
   * Whether disposals are kept (the default) or computed again when they are listed. They take half of the memory of a
   * large ledger, and the other figures don't need them.
   */
  readonly keepsDisposals?: boolean;
}

export interface EntryChanges {
  readonly added: readonly LedgerEntry[];
  /** In their earlier form: the removed entries, and those replaced by an added one with the same id. */
  readonly removed: readonly LedgerEntry[];
}

/**
 * A portfolio's ledger by one method and scope, in one currency. An entry that is the last one of its coins is simply
 * booked; for an earlier one, only its coins are replayed.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #coinOptions: CoinOptions;
  readonly #coins = new Map<string, CoinState>();
  /** Money fees of transactions without a coin, by transaction. */
  readonly #otherFees = new Map<string, DatedValue>();
  readonly #moves: MoveBudget;

  constructor(entries: readonly LedgerEntry[], options: LedgerOptions) {
    this.#options = options;
    this.#moves = options.moves ?? new MoveBudget();
    const { method, scope, keepsDisposals = true } = options;
    const expand = (entry: LedgerEntry) => this.#expand(entry);
    this.#coinOptions = { method, scope, moves: this.#moves, keepsDisposals, expand };
    this.update({ added: entries, removed: [] });
  }

  /** The number of entries; one with several coins counts once for each. */
  get size(): number {
    let size = this.#otherFees.size;
    for (const coin of this.#coins.values()) size += coin.size;
    return size;
  }

  get coinCount(): number {
    return this.#coins.size;
  }

  /** The number of balances of coins in wallets. */
  get balanceCount(): number {
    let count = 0;
    for (const coin of this.#coins.values()) count += coin.balanceCount;
    return count;
  }

  /** The number of matches in the disposals it keeps. */
  get matchCount(): number {
    let count = 0;
    for (const coin of this.#coins.values()) count += coin.matchCount;
    return count;
  }

  /** Fees that belong to no coin's figures. */
  listOtherFees(): DatedValue[] {
    return [...this.#otherFees.values()];
  }

  listCoins(): string[] {
    return [...this.#coins.keys()];
  }

  /** The coins whose figures haven't been computed since they last changed. */
  listStale(): string[] {
    return [...this.#coins].flatMap(([coinId, { isSummedUp }]) => (isSummedUp ? [] : [coinId]));
  }

  figuresOf(coinId: string): CoinFigures | undefined {
    return this.#coins.get(coinId)?.figures;
  }

  /** Applies changes of entries. Throws what the budget of moves throws. */
  update({ added, removed }: EntryChanges): void {
    this.#moves.reset();
    const replayed = this.#drop(removed);
    for (const entry of added.toSorted(compareEntries)) this.#add(entry, replayed);
    for (const coinId of replayed) this.#replay(coinId);
  }

  /** Books an entry that follows all others. Moves count together with those of the calls before. */
  append(entry: LedgerEntry): void {
    const replayed = new Set<string>();
    this.#add(entry, replayed);
    for (const coinId of replayed) this.#replay(coinId);
  }

  /** Recomputes the coins of some entries, after a price or rate has become known. */
  revalue(entries: readonly LedgerEntry[]): void {
    this.#moves.reset();
    for (const entry of entries) if (coinsOf(entry).length === 0) this.#addOtherFee(entry);
    for (const coinId of new Set(entries.flatMap(coinsOf))) this.#replay(coinId);
  }

  /** Removes entries and returns their coins, which must be replayed. */
  #drop(entries: readonly LedgerEntry[]): Set<string> {
    const dropped = new Set(entries);
    for (const { id } of entries) this.#otherFees.delete(id);
    const touched = new Set(entries.flatMap(coinsOf));
    for (const coinId of touched) this.#coins.get(coinId)?.drop(dropped);
    return touched;
  }

  /** Books an entry to those coins of which it is the last one, and adds its other coins to `replayed`. */
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
    else this.#otherFees.delete(entry.id);
  }

  #replay(coinId: string): void {
    const state = this.#coins.get(coinId);
    if (!state) return;
    if (state.isEmpty) this.#coins.delete(coinId);
    else state.replay();
  }

  #expand(entry: LedgerEntry): ExpandedEntry {
    return expandEntry(entry, this.#options.valuer);
  }

  #stateOf(coinId: string): CoinState {
    const known = this.#coins.get(coinId);
    if (known) return known;
    const made = new CoinState(coinId, this.#coinOptions);
    this.#coins.set(coinId, made);
    return made;
  }
}
