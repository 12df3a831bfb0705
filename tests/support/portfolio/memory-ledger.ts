import type { LedgerSettings } from '#contract/ledger/settings.ts';
import { defaultLedgerSettings } from '#contract/ledger/settings.ts';
import { formatDay } from '../../../server/platform/utc-day.ts';
import type { LedgerSource } from '../../../server/portfolio/ledger/calculator/ledger-source.ts';
import type { PastValue, PastValues } from '../../../server/portfolio/ledger/calculator/past-values.ts';
import type { LedgerEntry } from '../../../server/portfolio/ledger/engine/entry.ts';
import {
  countNamedLots,
  TooManyLotsError,
} from '../../../server/portfolio/ledger/engine/named-lots-budget.ts';

/** An in-memory ledger of one portfolio, with its changes by revision. */
export class MemoryLedger implements LedgerSource {
  settings: LedgerSettings = defaultLedgerSettings;
  /** The ledger's portfolio, and its owner. */
  readonly portfolioId = 'portfolio';
  readonly userId = 'user';
  /** By id, with the revision of the last change. `entry` is null if removed. */
  readonly #changes = new Map<string, { revision: number; entry: LedgerEntry | null }>();
  #revision = 0;
  /** How often the changes were read. */
  reads = 0;

  constructor(entries: readonly LedgerEntry[] = []) {
    this.put(...entries);
  }

  put(...entries: readonly LedgerEntry[]): void {
    this.#revision += 1;
    for (const entry of entries) this.#changes.set(entry.id, { revision: this.#revision, entry });
  }

  remove(id: string): void {
    this.#revision += 1;
    this.#changes.set(id, { revision: this.#revision, entry: null });
  }

  async findHead(userId: string, portfolioId: string) {
    if (userId !== this.userId || portfolioId !== this.portfolioId) return undefined;
    const size = [...this.#changes.values()].filter(({ entry }) => entry !== null).length;
    return { revision: this.#revision, settings: this.settings, size };
  }

  async readChanges(_portfolioId: string, sinceRevision: number, maxLots = Number.POSITIVE_INFINITY) {
    this.reads += 1;
    const changed = [...this.#changes].filter(([, { revision }]) => revision > sinceRevision);
    if (countNamedLots(changed.flatMap(([, { entry }]) => entry ?? [])) > maxLots)
      throw new TooManyLotsError();
    return {
      revision: this.#revision,
      replaces: sinceRevision === 0,
      entries: changed.flatMap(([, { entry }]) => entry ?? []),
      removedIds: changed.filter(([, { entry }]) => entry === null).map(([id]) => id),
    };
  }
}

/**
 * Past prices and rates set by a test, by `bitcoin 2024-03-31` and `EUR 2024-03-31`. All others are unavailable.
 */
export class FakePastValues implements PastValues {
  readonly closes = new Map<string, string | 'pending'>();
  readonly rates = new Map<string, string>();

  async readCloses(wanted: Parameters<PastValues['readCloses']>[0]) {
    return wanted.map(({ coinId, day }) => {
      const close = this.closes.get(`${coinId} ${day}`);
      return close === undefined ? null : close === 'pending' ? close : toPastValue(close, day);
    });
  }

  async readSpan({ coinId, from, to }: Parameters<PastValues['readSpan']>[0]) {
    const prices = new Map<number, string>();
    let isPending = false;
    for (let day = from; day <= to; day += 1) {
      const price = this.priceOn(coinId, formatDay(day));
      if (price === 'pending') isPending = true;
      else if (price !== null) prices.set(day, price);
    }
    return { prices, sources: prices.size > 0 ? (['simulated'] as const) : [], isPending };
  }

  /** A coin's price on a day, for `readSpan`. Tests may replace it. */
  priceOn(coinId: string, date: string): string | 'pending' | null {
    return this.closes.get(`${coinId} ${date}`) ?? null;
  }

  async readRates(wanted: Parameters<PastValues['readRates']>[0]) {
    return wanted.map(({ currency, day }) => {
      const rate = currency === 'USD' ? '1' : this.rates.get(`${currency} ${day}`);
      return rate === undefined ? null : toPastValue(rate, day);
    });
  }
}

function toPastValue(value: string, day: string): PastValue {
  return { value, at: Date.parse(day) + 86_400_000, source: 'simulated' };
}
