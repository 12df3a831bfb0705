import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Pauses } from '#server/platform/pauses.ts';
import { CoinBudget } from '../engine/coin-budget.ts';
import { compareEntries, isCoin, isMoney, type LedgerEntry, type Leg } from '../engine/entry.ts';
import { expandEntry } from '../engine/expand-entry.ts';
import { type EntryChanges, Ledger } from '../engine/ledger.ts';
import { MoveBudget } from '../engine/move-budget.ts';
import { TooManyLotsError } from '../engine/named-lots-budget.ts';
import { type LedgerTrace, traceLedger } from '../returns/trace-ledger.ts';
import { DayValues } from './day-values.ts';
import type { AddedCoins, MethodChoice } from './ledger-query.ts';
import type { LedgerChanges, LedgerSource } from './ledger-source.ts';
import type { DayValue, PastValues } from './past-values.ts';

export interface LedgerParts {
  readonly source: Pick<LedgerSource, 'readChanges'>;
  readonly past: PastValues;
  readonly now: () => number;
  /** The market that the prices and rates are of. When it changes, all of them are read again. */
  readonly market?: () => string | undefined;
  /** Called when a large ledger is released, before another one is built. */
  readonly onRelease?: () => void;
  /** The maximum number of lots that the entries may name. */
  readonly maxLots?: number;
  /** The maximum number of lots that building a ledger may move between wallets; by default that of `MoveBudget`. */
  readonly maxMoves?: number;
  /** The maximum number of entries in all kept ledgers of a portfolio together. */
  readonly maxBooked?: number;
}

export interface LedgerChoice extends MethodChoice {
  readonly currency: string;
  readonly at: number | null;
}

/** How many ledgers are kept per portfolio; they differ by method, scope, currency and instant. */
const maxLedgers = 4;
/**
 * The maximum number of entries in all of them together: one ledger of the largest size. Computing another one takes
 * half a second.
 */
const defaultMaxBooked = 150_000;
/**
 * Entries booked, or lots moved, between two pauses. Other users' figures would wait half a second for the largest ledger, and
 * more for one that moves many lots.
 */
const bookedAtOnce = 500;
/** The number of currencies whose values are kept. Four ledgers can't use more. */
const maxCurrencies = maxLedgers;
/** More values than an entry can need, with three coins, the currencies of three legs, and those of the ledgers. */
const maxValuesPerEntry = 12;
/** Dropping fewer values than this isn't worth reading the others again. */
const minDroppedValues = 1_000;
/** How long to wait before reading a missing or provisional value again. */
const reloadMs = 10_000;
/** Rough sizes of what a thread keeps per entry, used to bound its memory. */
const [entryBytes, bookedBytes, tracedBytes] = [420, 280, 250];
/** Likewise per coin of a ledger, and per balance of a wallet. */
const [coinBytes, balanceBytes] = [4_000, 400];
/** Likewise per lot that an entry names, per match of a kept disposal, and per id of an entry whose values may change. */
const [pickBytes, matchBytes, idBytes] = [130, 120, 50];

/** A portfolio's entries and their values, and its ledgers, which are updated as the entries change. */
export class PortfolioLedger {
  readonly #portfolioId: string;
  readonly #parts: LedgerParts;
  #values: DayValues;
  /** The market that the values are of. */
  #market: string | undefined;
  #revision = 0;
  #entries = new Map<string, LedgerEntry>();
  /** The number of lots that the entries name. */
  #picks = 0;
  readonly #coins = new CoinBudget();
  /** Least recently used first. */
  readonly #ledgers = new Map<string, { readonly ledger: Ledger; readonly choice: LedgerChoice }>();
  /**
   * By currency, the ids of entries whose values may change. Values of the currencies in this map have been read. Least
   * recently used first.
   */
  readonly #provisional = new Map<string, Set<string>>();
  #trace: LedgerTrace | null = null;
  #reloadedAt: number;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(portfolioId: string, parts: LedgerParts) {
    this.#portfolioId = portfolioId;
    this.#parts = parts;
    this.#values = new DayValues(parts.past, parts.now);
    this.#market = parts.market?.();
    this.#reloadedAt = parts.now();
  }

  /** The rough size in bytes. */
  get size(): number {
    const traced = this.#trace ? this.#entries.size : 0;
    const ids = [...this.#provisional.values()].reduce((sum, { size }) => sum + size, 0);
    const matches = [...this.#ledgers.values()].reduce((sum, { ledger }) => sum + ledger.matchCount, 0);
    const coins = [...this.#ledgers.values()].reduce(
      (sum, { ledger }) => sum + ledger.coinCount * coinBytes + ledger.balanceCount * balanceBytes,
      0,
    );
    const lots = this.#picks * pickBytes + matches * matchBytes;
    const ledgers = this.#entries.size * entryBytes + this.#booked * bookedBytes + traced * tracedBytes;
    return 10_000 + ledgers + lots + coins + this.#values.size + ids * idBytes;
  }

  get entries(): ReadonlyMap<string, LedgerEntry> {
    return this.#entries;
  }

  /**
   * Runs a task on the ledger at `revision` or later. Tasks run one at a time, because they change shared state. Throws a
   * `TooManyLotsError` if the entries name more than `maxLots`, and `conflict` if they have too many coins.
   */
  async work<Result>(revision: number, task: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(async () => {
      await this.#refresh(revision);
      return task();
    });
    // Without the result, which may be large and would be kept as long as the ledger, uncounted.
    this.#turn = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  /** The ledger of a choice, which is built unless it is kept. Call only within `work`. */
  async open(choice: LedgerChoice): Promise<Ledger> {
    const { method, scope, currency, at } = choice;
    await this.#valueAll(currency);
    const key = [method, scope, currency, at].join(' ');
    const known = this.#ledgers.get(key);
    this.#ledgers.delete(key);
    const ledger = known?.ledger ?? (await this.#build(choice, this.#entries.values(), false));
    this.#ledgers.set(key, { ledger, choice });
    for (const oldest of this.#ledgers.keys())
      if (this.#ledgers.size > maxLedgers) this.#ledgers.delete(oldest);
    return ledger;
  }

  /** Drops ledgers before another one is built, because keeping both would take twice the memory. */
  #makeRoom(count: number): void {
    const { maxBooked = defaultMaxBooked } = this.#parts;
    const before = this.#ledgers.size;
    for (const oldest of this.#ledgers.keys())
      if (this.#booked + count > maxBooked) this.#ledgers.delete(oldest);
    if (this.#ledgers.size < before) this.#parts.onRelease?.();
  }

  get #booked(): number {
    return [...this.#ledgers.values()].reduce((sum, { ledger }) => sum + ledger.size, 0);
  }

  /**
   * Builds a ledger from some entries, without keeping it. Call only within `work`. Throws a `TooManyLotsError` if it
   * moves more than `maxMoves`.
   */
  async build(choice: LedgerChoice, entries: Iterable<LedgerEntry>): Promise<Ledger> {
    return this.#build(choice, entries, true);
  }

  async #build(
    choice: LedgerChoice,
    entries: Iterable<LedgerEntry>,
    keepsDisposals: boolean,
  ): Promise<Ledger> {
    const { method, scope, currency, at } = choice;
    await this.#valueAll(currency);
    const valuer = this.#values.valuerIn(currency);
    const all = [...entries];
    const counted = at === null ? all : all.filter((entry) => isCounted(entry, choice));
    this.#makeRoom(counted.length);
    const moves = this.#openMoves();
    const ledger = new Ledger([], { method, scope, valuer, keepsDisposals, moves });
    const pauses = new Pauses(bookedAtOnce);
    for (const entry of counted.sort(compareEntries)) {
      const before = moves.used;
      ledger.append(entry);
      await pauses.after(1 + moves.used - before);
    }
    return ledger;
  }

  #openMoves(): MoveBudget {
    const { maxMoves } = this.#parts;
    return maxMoves === undefined ? new MoveBudget() : new MoveBudget(maxMoves, () => new TooManyLotsError());
  }

  /** The prices and rates that may change, with which its ledgers are computed. Call only within `work`. */
  listProvisional(): DayValue[] {
    return this.#values.listProvisional();
  }

  /** The balances and flows over time. Call only within `work`. */
  async trace(): Promise<LedgerTrace> {
    this.#trace ??= await traceLedger([...this.#entries.values()]);
    return this.#trace;
  }

  /** Reads the prices and rates for an entry that isn't stored. Call only within `work`. */
  async readValuesOf(entry: LedgerEntry, currency: string): Promise<void> {
    // First, because it may drop another currency's values.
    await this.#valueAll(currency);
    await this.#readValues([entry], currency);
  }

  /** The coins that an entry adds. Call only within `work`, after `readValuesOf`. */
  listAdded(entry: LedgerEntry, currency: string): AddedCoins[] {
    const { events } = expandEntry(entry, this.#values.valuerIn(currency));
    return events.flatMap((event) =>
      event.kind === 'acquisition' ? [{ coinId: event.coinId, amount: event.amount, cost: event.cost }] : [],
    );
  }

  async #refresh(revision: number): Promise<void> {
    try {
      await this.#catchUp(revision);
    } catch (error) {
      // Otherwise its ledgers would miss changes that were read, but not applied to them.
      this.#clear();
      this.#revision = 0;
      throw error;
    }
  }

  async #catchUp(revision: number): Promise<void> {
    this.#followMarket();
    if (revision > this.#revision || this.#revision === 0) await this.#readChanges();
    this.#dropUnusedValues();
    const now = this.#parts.now();
    if (!this.#values.hasDue || Math.abs(now - this.#reloadedAt) < reloadMs) return;
    this.#reloadedAt = now;
    if (await this.#values.reload()) await this.#revalue();
  }

  async #readChanges(): Promise<void> {
    const { maxLots = Number.POSITIVE_INFINITY } = this.#parts;
    const changes = await this.#parts.source.readChanges(this.#portfolioId, this.#revision, maxLots);
    this.#revision = changes.revision;
    this.#trace = null;
    if (changes.replaces) this.#clear();
    const removed = this.#takeOutdated(changes);
    for (const entry of changes.entries) {
      this.#entries.set(entry.id, entry);
      this.#picks += entry.lots.length;
      this.#coins.add(entry);
    }
    this.#coins.check();
    if (this.#picks > maxLots) throw new TooManyLotsError();
    for (const currency of this.#provisional.keys()) await this.#valueChanged(changes.entries, currency);
    this.#updateLedgers({ added: changes.entries, removed });
  }

  /** Takes out the removed and replaced entries and returns them in their earlier form. */
  #takeOutdated({ entries, removedIds }: LedgerChanges): LedgerEntry[] {
    if (this.#entries.size === 0) return [];
    const ids = [...removedIds, ...entries.map(({ id }) => id)];
    const removed = ids.flatMap((id) => this.#entries.get(id) ?? []);
    for (const entry of removed) {
      this.#entries.delete(entry.id);
      this.#picks -= entry.lots.length;
      this.#coins.remove(entry);
    }
    return removed;
  }

  #clear(): void {
    this.#entries = new Map();
    this.#picks = 0;
    this.#coins.clear();
    this.#ledgers.clear();
    this.#provisional.clear();
  }

  #updateLedgers(changes: EntryChanges): void {
    for (const [key, { ledger, choice }] of this.#ledgers) {
      // One that ends in the past is rebuilt when next requested.
      if (choice.at === null) this.#change(key, () => ledger.update(changes));
      else this.#ledgers.delete(key);
    }
  }

  /** Drops a ledger that can't be updated, so that the error appears when it is next requested. */
  #change(key: string, change: () => void): void {
    try {
      change();
    } catch {
      this.#ledgers.delete(key);
    }
  }

  async #valueAll(currency: string): Promise<void> {
    const known = this.#provisional.get(currency);
    this.#provisional.delete(currency);
    this.#provisional.set(currency, known ?? new Set());
    if (known) return;
    for (const oldest of this.#provisional.keys())
      if (this.#provisional.size > maxCurrencies) this.#dropCurrency(oldest);
    try {
      await this.#valueChanged([...this.#entries.values()], currency);
    } catch (error) {
      // Otherwise its missing values would count as pending from now on.
      this.#provisional.delete(currency);
      throw error;
    }
  }

  #dropCurrency(currency: string): void {
    this.#provisional.delete(currency);
    for (const [key, { choice }] of this.#ledgers)
      if (choice.currency === currency) this.#ledgers.delete(key);
    // The other ledgers convert money from that currency.
    const isUsed = [...this.#entries.values()].some((entry) => hasMoneyIn(entry, currency));
    if (!isUsed) this.#values.forgetRates(currency);
  }

  /** Values of removed entries, and of those previewed, are kept until there are more than the entries can need. */
  #dropUnusedValues(): void {
    if (this.#values.count > minDroppedValues + this.#entries.size * maxValuesPerEntry) this.#dropValues();
  }

  /** Nothing that was valued by the simulated market stays when the real one is shown. */
  #followMarket(): void {
    const market = this.#parts.market?.();
    if (market === this.#market) return;
    this.#market = market;
    this.#dropValues();
  }

  #dropValues(): void {
    this.#values = new DayValues(this.#parts.past, this.#parts.now);
    this.#provisional.clear();
    this.#ledgers.clear();
  }

  async #valueChanged(entries: readonly LedgerEntry[], currency: string): Promise<void> {
    const provisional = this.#provisional.get(currency);
    for (const { id } of entries) provisional?.delete(id);
    for (const id of await this.#readValues(entries, currency)) provisional?.add(id);
  }

  /** Loops until no value is missing. Returns the ids of entries whose values may change. */
  async #readValues(entries: readonly LedgerEntry[], currency: string): Promise<string[]> {
    const valuer = this.#values.valuerIn(currency);
    const affected = entries.filter((entry) => needsValues(entry, currency));
    if (affected.length === 0) return [];
    let provisional: LedgerEntry[] = [];
    do {
      provisional = affected.filter((entry) => this.#values.watch(() => void expandEntry(entry, valuer)));
      await yieldToEventLoop();
    } while (await this.#values.load());
    return provisional.map(({ id }) => id);
  }

  async #revalue(): Promise<void> {
    for (const [currency, ids] of this.#provisional) {
      const entries = [...ids].flatMap((id) => this.#entries.get(id) ?? []).sort(compareEntries);
      await this.#valueChanged(entries, currency);
      for (const [key, { ledger, choice }] of this.#ledgers)
        if (choice.currency === currency)
          this.#change(key, () => ledger.revalue(entries.filter((entry) => isCounted(entry, choice))));
    }
  }
}

/** Whether an entry is part of a ledger, which may end at an instant of the past. */
const isCounted = ({ occurredAt }: LedgerEntry, { at }: Pick<LedgerChoice, 'at'>): boolean =>
  at === null || occurredAt <= at;

/** Whether an entry needs past rates or prices, as few do. */
function needsValues({ in: into, out, fee, value }: LedgerEntry, currency: string): boolean {
  const isForeign = (leg: Leg | null) => isMoney(leg) && leg.currency !== currency;
  if (isForeign(into) || isForeign(out) || isForeign(fee) || isForeign(value)) return true;
  if (!isMoney(into) && !isMoney(out) && value === null) return true;
  const isOfFee = (leg: Leg | null) =>
    isCoin(leg) && isCoin(fee) && leg.coinId === fee.coinId && leg.amount > 0n;
  return isCoin(fee) && !isOfFee(into) && !isOfFee(out);
}

function hasMoneyIn({ in: into, out, fee, value }: LedgerEntry, currency: string): boolean {
  return [into, out, fee, value].some((leg) => isMoney(leg) && leg.currency === currency);
}
