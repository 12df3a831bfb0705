import { coinCurrencies } from '#contract/currencies/coin-currencies.ts';
import { defaultCurrency, displayCurrencies, type PageCurrency } from '#contract/currencies/currency.ts';
import type { MarketSource, MarketStatus, Rates } from '#contract/market.ts';
import type { DecimalText, Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type DayNumber, dayNumberOf, parseDay, startOfDay } from '#server/platform/utc-day.ts';
import type { Snapshot } from '../snapshot.ts';
import { withCoinRates } from './coin-rates.ts';
import { type RefusedLine, readEcbFile } from './ecb-file.ts';
import type { HeldRates } from './rate-refresher.ts';
import { createRateStore, type DailyRate, type RateSource, type RateStore } from './store.ts';

/** A past rate in units per dollar. `source`: where it came from. */
export interface PastRate {
  readonly value: DecimalText;
  readonly at: Instant;
  readonly source: string;
}

export interface WantedRate {
  /** In upper or lower case. */
  readonly currency: string;
  /** A date (UTC), such as `2024-03-31`. */
  readonly day: string;
}

/** All rates at one moment, with all digits. */
export interface RateTable {
  readonly source: MarketSource;
  /** When the newest was fetched; null if none ever was. */
  readonly asOf: Instant | null;
  readonly state: Rates['state'];
  /**
   * Units per dollar by lower-case code. A new object after each refresh of the rates or, since some are coins, of the
   * market.
   */
  readonly rates: ReadonlyMap<string, { readonly rate: DecimalText; readonly at: Instant }>;
}

/** Exchange rates, current and by day. */
export interface RateService {
  getCurrent(): Rates;
  getTable(): RateTable;
  /** The currency to render a page in: dollars if the requested one has no rate. */
  getPageCurrency(code: string): PageCurrency;
  /** Whether amounts can be requested in the currency with this lower-case code: it is known or has a rate. */
  isCurrency(code: string): boolean;
  /**
   * Whether figures can be calculated in the currency with this lower-case code: `isCurrency`, or it had a rate in the
   * past. Before the first rates have been fetched, every code counts.
   */
  hasRates(code: string): Promise<boolean>;
  /** Calls `listener` after each change. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
  /** In request order: the rate of the day, or the last one up to seven days earlier. The dollar's rate is 1. */
  readRates(requested: readonly WantedRate[]): Promise<readonly (PastRate | null)[]>;
}

const known: ReadonlySet<string> = new Set(displayCurrencies);

/** Weekends and holidays have no rates. */
const maxDaysBack = 7;

export function createRateService(deps: {
  readonly store: RateStore;
  readonly held: () => HeldRates;
  /** Calls `listener` when the held rates have changed; returns the unsubscribe function. */
  readonly onChange?: ((listener: () => void) => () => void) | undefined;
  /** The simulated market's rate at an instant; null if it has no such currency. */
  readonly simulate?: ((code: string, at: Instant) => number | null) | undefined;
  readonly marketStatus: () => MarketStatus;
  /** The displayed market: coins that are currencies use its prices. */
  readonly snapshot?: (() => Snapshot | null) | undefined;
  readonly refreshMs: Milliseconds;
  readonly clock: Clock;
}): RateService {
  const { store, clock } = deps;
  const staleAfterMs = 2 * deps.refreshMs + 10_000;

  /** The held rates, with coins at the same market's prices. */
  function held(): HeldRates {
    const own = deps.held();
    const snapshot = deps.snapshot?.();
    return snapshot?.source === own.source ? { ...own, rates: withCoinRates(own.rates)(snapshot) } : own;
  }

  function getState({ source, asOf, isFailing }: HeldRates): Rates['state'] {
    if (asOf === null) return 'unavailable';
    if (source === 'simulated') return 'simulated';
    const isOld = Math.abs(clock.now() - asOf) > staleAfterMs;
    return isFailing || isOld || deps.marketStatus().state === 'stale' ? 'stale' : 'live';
  }

  /** By day. The provider's rate wins over an imported one; other markets' rates don't count. */
  async function loadByDay(currency: string, days: readonly DayNumber[]): Promise<Map<DayNumber, PastRate>> {
    const [first, last] = spanOf(days);
    const rows = await store.listRates(currency, first - maxDaysBack, last);
    const provider = held().source;
    const byDay = new Map<DayNumber, PastRate>();
    for (const source of ['ecb', provider] as const satisfies RateSource[]) {
      for (const row of rows) if (row.source === source) byDay.set(row.day, toPastRate(row));
    }
    return byDay;
  }

  /** The simulated market's rates also exist for days before this process recorded them. */
  function simulateDay(code: string, day: DayNumber): PastRate | null {
    const at = startOfDay(day + 1);
    if (held().source !== 'simulated' || at > clock.now()) return null;
    const rate = deps.simulate?.(code, at) ?? null;
    return rate === null ? null : { value: String(rate), at, source: 'simulated' };
  }

  /** A coin's rate today, from the displayed price, so that a bitcoin is worth one bitcoin. */
  function currentCoinRate(code: string, day: DayNumber): PastRate | null {
    if (!coinCurrencies[code] || day !== dayNumberOf(clock.now())) return null;
    const { rates, source } = held();
    const found = rates.get(code);
    return found ? { value: found.rate, at: found.at, source } : null;
  }

  const isCurrency = (code: string) => code === defaultCurrency || known.has(code) || held().rates.has(code);

  function getTable(): RateTable {
    const current = held();
    const { source, asOf, rates } = current;
    return { source, asOf, rates, state: getState(current) };
  }

  /** The last instant formatted. Each page asks for it, and it changes once a refresh. */
  let formatted: { readonly at: Instant; readonly text: string } | undefined;
  function formatInstant(at: Instant | null): string | null {
    if (at === null) return null;
    if (formatted?.at !== at) formatted = { at, text: new Date(at).toISOString() };
    return formatted.text;
  }

  return {
    getTable,
    onChange: deps.onChange ?? (() => () => {}),
    isCurrency,
    hasRates: async (code) => isCurrency(code) || held().asOf === null || store.hasCurrency(code),

    getPageCurrency(code) {
      const { rates, asOf, state } = getTable();
      const found = rates.get(code);
      const shown = found ? { code, rate: found.rate } : { code: defaultCurrency, rate: '1' };
      return { ...shown, asOf: formatInstant(asOf), state };
    },

    getCurrent() {
      const current = held();
      const rates = [...current.rates].map(([code, { rate }]) => [code, Number(rate)] as const);
      return {
        base: 'usd',
        rates: Object.fromEntries(rates.sort(([a], [b]) => (a < b ? -1 : 1))),
        asOf: formatInstant(current.asOf),
        state: getState(current),
      };
    },

    async readRates(requested) {
      const daysOf = Map.groupBy(requested, ({ currency }) => currency.toLowerCase());
      const loaded = new Map<string, Map<DayNumber, PastRate>>();
      for (const [currency, list] of daysOf) {
        if (currency === 'usd') continue;
        const days = list.map(({ day }) => parseDay(day));
        loaded.set(currency, await loadByDay(currency, days));
      }
      return requested.map(({ currency, day }) => {
        const code = currency.toLowerCase();
        if (code === 'usd') return { value: '1', at: startOfDay(parseDay(day)), source: 'own' };
        return (
          currentCoinRate(code, parseDay(day)) ??
          findLast(loaded.get(code), parseDay(day)) ??
          simulateDay(code, parseDay(day))
        );
      });
    },
  };
}

function findLast(byDay: ReadonlyMap<DayNumber, PastRate> | undefined, day: DayNumber): PastRate | null {
  for (let back = 0; back <= maxDaysBack; back += 1) {
    const rate = byDay?.get(day - back);
    if (rate) return rate;
  }
  return null;
}

function toPastRate({ rate, at, source }: DailyRate): PastRate {
  return { value: rate, at, source };
}

function spanOf(days: readonly DayNumber[]): [DayNumber, DayNumber] {
  return [
    days.reduce((first, day) => Math.min(first, day), Number.POSITIVE_INFINITY),
    days.reduce((last, day) => Math.max(last, day), Number.NEGATIVE_INFINITY),
  ];
}

/** The result of an import, counted in lines of the file. */
export interface RateImport {
  readonly added: number;
  readonly known: number;
  readonly refused: readonly RefusedLine[];
}

/** Adds the rates of the European Central Bank's file. Null, with nothing stored, if nothing in it can be read. */
export async function importEcbRates(db: Database, text: string, now: Instant): Promise<RateImport | null> {
  const file = readEcbFile(text, dayNumberOf(now));
  if (!file || file.days.length === 0) return null;
  const added = await createRateStore(db).addRates(file.days.flatMap(({ rates }) => rates));
  return { added: added.size, known: file.days.length - added.size, refused: file.refused };
}
