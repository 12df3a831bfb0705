import { setImmediate as giveWay } from 'node:timers/promises';
import type { Coin, CoverageSource } from '#contract/market.ts';
import type { CoinId, DecimalText, Milliseconds } from '#contract/units.ts';
import { memoize } from '#server/platform/cache/memoize.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type DayNumber, dayNumberOf, parseDay, startOfDay } from '#server/platform/utc-day.ts';
import type { Upstream } from '../feed/upstream.ts';
import type { MarketService } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';
import type { ArchivedClose } from './close-block.ts';
import { closeDelayMs, toPriceText } from './daily-closes.ts';
import { type PastClose, preferPinned, toArchivedPastClose, toPastClose } from './past-close.ts';
import type { CloseRequest, CloseRequestStore } from './request-store.ts';
import { createSimulatedCloses } from './simulated-closes.ts';
import type { SimulatedLine } from './simulated-line.ts';
import type { CloseStore } from './store.ts';
import { openStoredLine, type StoredLine } from './stored-line.ts';

export type { PastClose } from './past-close.ts';
export { createSimulatedLines, type SimulatedLine } from './simulated-line.ts';
export { openStoredLine, type StoredLine } from './stored-line.ts';

export interface WantedClose {
  readonly coinId: CoinId;
  /** A date (UTC), such as `2024-03-31`. */
  readonly day: string;
}

/** A coin and the days that its closes are wanted of, both included. */
export interface CloseSpan {
  readonly coinId: CoinId;
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** One coin's prices by day, of at most 18 places. */
export interface CloseLine {
  readonly prices: ReadonlyMap<DayNumber, DecimalText>;
  /** Where they come from. */
  readonly sources: readonly CoverageSource[];
  /** More of it is being asked of the provider. */
  readonly isPending: boolean;
}

/** Prices of the past by day. Nothing here waits for the provider: what is missing is asked for, and there later. */
export interface CloseService {
  /**
   * In the order asked for. Of today (and later): the last accepted quote. `pending`: it is being asked for. Null: it is
   * not to be had. What is returned here stays, also where a better source has another price later.
   */
  readCloses(wanted: readonly WantedClose[]): Promise<readonly (PastClose | 'pending' | null)[]>;
  /** All days of a span. It pins nothing. */
  readLine(span: CloseSpan): Promise<CloseLine>;
  /** The same for a thread, which works it out by itself: with `createSimulatedLines` or `openStoredLine`. */
  readThreadLine(span: CloseSpan): Promise<StoredLine | SimulatedLine>;
  /** Asks the provider for a coin's closes up to a day. Whether its answer is awaited. */
  requestMissing(coinId: CoinId, newest: DayNumber): Promise<boolean>;
}

/** A quote of a coin outside the list is asked for again after this. */
const quoteLifeMs: Milliseconds = 60 * 60_000;
/** What the provider did not have is asked for again after this: plans and histories grow. */
const askAgainMs: Milliseconds = 7 * 24 * 60 * 60_000;

export interface CloseServiceDeps {
  readonly store: Pick<CloseStore, 'listCloses' | 'listBlocks' | 'listPinned' | 'pinCloses'>;
  readonly requests: CloseRequestStore;
  readonly market: Pick<MarketService, 'snapshot' | 'status'>;
  /** The market shown at present; undefined: there is none to ask. */
  readonly upstream: () => Upstream | undefined;
  readonly clock: Clock;
  /** Called when a request was added. */
  readonly onRequest: () => void;
}

export function createCloseService(deps: CloseServiceDeps): CloseService {
  const { store, requests, market, clock } = deps;
  const simulated = createSimulatedCloses(clock);
  const rowsById = memoize(({ coins }: Snapshot) => new Map(coins.map((coin) => [coin.id, coin])));
  const today = () => dayNumberOf(clock.now());

  /** The last accepted quote of a listed coin. */
  function findQuote(coinId: CoinId): PastClose | null {
    const snapshot = market.snapshot();
    const row = snapshot && rowsById(snapshot).get(coinId);
    return row ? toQuote(row, snapshot) : null;
  }

  /** Whether the provider has answered late enough to know these days, and lately enough to believe that it has none. */
  function mustAsk(request: CloseRequest | undefined, newest: DayNumber): 'yes' | 'again' | 'no' {
    const answeredAt = request?.answeredAt ?? null;
    if (answeredAt === null) return 'yes';
    const now = clock.now();
    const neededAt = newest >= today() ? now - quoteLifeMs : startOfDay(newest + 1) + closeDelayMs;
    if (answeredAt < Math.min(neededAt, now)) return 'yes';
    return now - answeredAt > askAgainMs ? 'again' : 'no';
  }

  /** Asks for the coins of which days are missing, and returns those whose answer is awaited. */
  async function request(newestMissing: ReadonlyMap<CoinId, DayNumber>): Promise<Set<CoinId>> {
    const listed = await requests.listRequests([...newestMissing.keys()]);
    const byCoin = new Map(listed.map((known) => [known.coinId, known]));
    const pending = new Set<CoinId>();
    const added: CoinId[] = [];
    for (const [coinId, newest] of newestMissing) {
      const known = byCoin.get(coinId);
      const need = mustAsk(known, newest);
      if (need === 'yes') pending.add(coinId);
      if (need !== 'no' && !known?.isWaiting) added.push(coinId);
    }
    if (added.length > 0) {
      await requests.addRequests(added, clock.now());
      deps.onRequest();
    }
    return pending;
  }

  const isSimulated = () => market.status().source === 'simulated';

  async function loadSimulated(coinId: CoinId) {
    const upstream = deps.upstream();
    return upstream ? simulated.load(upstream, coinId) : null;
  }

  /** The archive's closes, and those that figures stand on before them. */
  async function loadStored(coinId: CoinId, days: readonly DayNumber[]) {
    const archived = await store.listCloses(coinId, days);
    const pinned = await store.listPinned(coinId, days[0]!, days.at(-1)!);
    return { byDay: preferPinned(archived, pinned), pinned: new Set(pinned.map(({ day }) => day)) };
  }

  /** The closes of one coin on some days, in their order. */
  async function loadCloses(coinId: CoinId, days: readonly DayNumber[]) {
    const find = isSimulated() ? await loadSimulated(coinId) : null;
    const stored = isSimulated() ? null : await loadStored(coinId, days);
    const closes = new Map<DayNumber, PastClose>();
    const unpinned: ArchivedClose[] = [];
    let newestMissing: DayNumber | null = null;
    for (const day of days) {
      const quote = day >= today() ? findQuote(coinId) : null;
      const kept = quote ? undefined : stored?.byDay.get(day);
      const close = quote ?? find?.(day) ?? (kept ? toArchivedPastClose(kept) : null);
      if (close) closes.set(day, close);
      else newestMissing = day;
      // The provider's own never changes.
      const isFinal = kept?.source === 'coingecko' || stored?.pinned.has(day);
      if (close && kept && !isFinal && day < today()) unpinned.push(kept);
    }
    return { closes, unpinned, newestMissing: isSimulated() ? null : newestMissing };
  }

  async function loadStoredLine({ coinId, from, to }: CloseSpan): Promise<StoredLine> {
    const last = Math.min(to, today());
    const blocks = await store.listBlocks(coinId, from, last);
    return {
      stored: {
        // A driver's bytes may be a part of a larger buffer, which would be sent as a whole.
        blocks: blocks.map(({ block, closes }) => ({ block, closes: new Uint8Array(closes) })),
        pinned: await store.listPinned(coinId, from, last),
        today: today(),
        quote: findQuote(coinId)?.value ?? null,
        quotedBy: market.status().source,
      },
    };
  }

  async function requestMissing(coinId: CoinId, newest: DayNumber): Promise<boolean> {
    return (await request(new Map([[coinId, newest]]))).size > 0;
  }

  async function readStoredLine(span: CloseSpan): Promise<CloseLine> {
    const { prices, sources, newestMissing } = openStoredLine(span, await loadStoredLine(span));
    const isPending = newestMissing !== null && (await requestMissing(span.coinId, newestMissing));
    return { prices, sources, isPending };
  }

  async function readSimulatedLine({ coinId, from, to }: CloseSpan): Promise<CloseLine> {
    const find = await loadSimulated(coinId);
    const prices = new Map<DayNumber, DecimalText>();
    for (let day = from; day <= Math.min(to, today()); day += 1) {
      const price = (day >= today() ? findQuote(coinId)?.value : undefined) ?? find?.(day)?.value;
      if (price !== undefined && price !== '0') prices.set(day, price);
    }
    return { prices, sources: prices.size > 0 ? [market.status().source] : [], isPending: false };
  }

  function describeSimulated(coinId: CoinId): SimulatedLine {
    const quotedAt = market.snapshot()?.coins[0]?.last_updated;
    return {
      simulated: {
        quotedAt: quotedAt ? Date.parse(quotedAt) : clock.now(),
        today: today(),
        quote: findQuote(coinId)?.value ?? null,
      },
    };
  }

  return {
    readLine: (span) => (isSimulated() ? readSimulatedLine(span) : readStoredLine(span)),
    readThreadLine: async (span) => (isSimulated() ? describeSimulated(span.coinId) : loadStoredLine(span)),
    requestMissing,

    async readCloses(wanted) {
      const lastDay = today();
      const dayOf = ({ day }: WantedClose) => Math.min(parseDay(day), lastDay);
      const coins = new Map<CoinId, Awaited<ReturnType<typeof loadCloses>>>();
      const missing = new Map<CoinId, DayNumber>();
      for (const [coinId, list] of Map.groupBy(wanted, (close) => close.coinId)) {
        const loaded = await loadCloses(coinId, sortedUnique(list.map(dayOf)));
        coins.set(coinId, loaded);
        if (loaded.newestMissing !== null) missing.set(coinId, loaded.newestMissing);
        // A coin takes a millisecond, and the embedded database never waits: let other calls in between.
        await giveWay();
      }
      const pending = missing.size > 0 ? await request(missing) : new Set<CoinId>();
      const unpinned = [...coins].flatMap(([coinId, coin]) =>
        coin.unpinned.map((close) => ({ coinId, ...close })),
      );
      if (unpinned.length > 0) await store.pinCloses(unpinned);
      return wanted.map((close) => {
        const found = coins.get(close.coinId)?.closes.get(dayOf(close));
        return found ?? (pending.has(close.coinId) ? 'pending' : null);
      });
    },
  };
}

function toQuote(row: Coin, snapshot: Snapshot): PastClose | null {
  const { current_price: price, last_updated: updated } = row;
  if (price === null) return null;
  const at = updated === null ? snapshot.asOf : Date.parse(updated);
  return toPastClose({ price: toPriceText(price), at, source: snapshot.source });
}

function sortedUnique(days: readonly DayNumber[]): DayNumber[] {
  return [...new Set(days)].sort((a, b) => a - b);
}
