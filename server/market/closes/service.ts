import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
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
import { RequestTurns, type WantedCoin } from './request-turns.ts';
import type { SimulatedCloseInputs } from './simulated-close-reader.ts';
import { createSimulatedCloses } from './simulated-closes.ts';
import type { CloseStore } from './store.ts';
import { decodeStoredCloses, type StoredCloses } from './stored-closes.ts';

export type { PastClose } from './past-close.ts';
export { createSimulatedCloseReader, type SimulatedCloseInputs } from './simulated-close-reader.ts';
export { decodeStoredCloses, type StoredCloses } from './stored-closes.ts';

export interface WantedClose {
  readonly coinId: CoinId;
  /** A date (UTC), such as `2024-03-31`. */
  readonly day: string;
}

/** A coin and the range of days wanted, both ends included. */
export interface CloseSpan {
  readonly coinId: CoinId;
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** One coin's prices by day, with at most 18 decimals. */
export interface ClosesByDay {
  readonly prices: ReadonlyMap<DayNumber, DecimalText>;
  /** The sources of the prices. */
  readonly sources: readonly CoverageSource[];
  /** True if more closes are being requested from the provider. */
  readonly isPending: boolean;
}

/** Past prices by day. Nothing here waits for the provider: missing closes are requested, and available later. */
export interface CloseService {
  /**
   * In request order. For today (and later): the last accepted quote. `pending`: requested from the provider. Null if
   * not available. A returned close is pinned: it stays, even if a better source later has another price.
   */
  readCloses(requested: readonly WantedClose[]): Promise<readonly (PastClose | 'pending' | null)[]>;
  /** All days of a span. Pins nothing. */
  readSpan(span: CloseSpan): Promise<ClosesByDay>;
  /** The same, as data for a thread, which decodes it with `createSimulatedCloseReader` or `decodeStoredCloses`. */
  readSpanForThread(span: CloseSpan): Promise<StoredCloses | SimulatedCloseInputs>;
  /** Requests a coin's closes up to a day. Returns whether an answer is expected. */
  requestMissing(coinId: CoinId, newest: DayNumber): Promise<boolean>;
}

/** How long a quote of a coin outside the list is valid before it is requested again. */
const quoteLifeMs: Milliseconds = 60 * 60_000;
/** How long to wait before requesting what the provider did not have: plans and histories grow. */
const askAgainMs: Milliseconds = 7 * 24 * 60 * 60_000;

export interface CloseServiceDeps {
  readonly store: Pick<CloseStore, 'listCloses' | 'listBlocks' | 'listPinned' | 'pinCloses'>;
  readonly requests: CloseRequestStore;
  readonly market: Pick<MarketService, 'snapshot' | 'status'>;
  /** The upstream of the displayed market; undefined if there is none. */
  readonly upstream: () => Upstream | undefined;
  readonly clock: Clock;
  /** On whose behalf closes are being read. Requesters take turns at the provider. */
  readonly requester: () => string;
  /** Called when a request was added. */
  readonly onRequest: () => void;
}

export function createCloseService(deps: CloseServiceDeps): CloseService {
  const { store, requests, market, clock } = deps;
  const simulated = createSimulatedCloses(clock);
  const turns = new RequestTurns();
  const rowsById = memoize(({ coins }: Snapshot) => new Map(coins.map((coin) => [coin.id, coin])));
  const today = () => dayNumberOf(clock.now());

  /** The last accepted quote of a listed coin. */
  function findQuote(coinId: CoinId): PastClose | null {
    const snapshot = market.snapshot();
    const row = snapshot && rowsById(snapshot).get(coinId);
    return row ? toQuote(row, snapshot) : null;
  }

  /**
   * Whether to ask the provider. Its last answer must be late enough to include these days, and recent enough to trust
   * that it lacks them.
   */
  function mustAsk(request: CloseRequest | undefined, newest: DayNumber): 'yes' | 'again' | 'no' {
    const answeredAt = request?.answeredAt ?? null;
    if (answeredAt === null) return 'yes';
    const now = clock.now();
    const neededAt = newest >= today() ? now - quoteLifeMs : startOfDay(newest + 1) + closeDelayMs;
    if (answeredAt < Math.min(neededAt, now)) return 'yes';
    return now - answeredAt > askAgainMs ? 'again' : 'no';
  }

  /** Requests the coins with missing days, and returns those whose answer is expected. */
  async function request(newestMissing: ReadonlyMap<CoinId, DayNumber>): Promise<Set<CoinId>> {
    const listed = await requests.listRequests([...newestMissing.keys()]);
    const byCoin = new Map(listed.map((known) => [known.coinId, known]));
    const pending = new Set<CoinId>();
    const wanted: WantedCoin[] = [];
    for (const [coinId, newest] of newestMissing) {
      const known = byCoin.get(coinId);
      const need = mustAsk(known, newest);
      if (need === 'yes') pending.add(coinId);
      if (need !== 'no') wanted.push({ coinId, turn: known?.turn ?? null });
    }
    if (wanted.length > 0) await takeTurns(wanted);
    return pending;
  }

  async function takeTurns(wanted: readonly WantedCoin[]): Promise<void> {
    const now = clock.now();
    const taken = turns.take(deps.requester(), wanted, { earliest: await requests.findEarliestTurn(), now });
    if (taken.length === 0) return;
    await requests.addRequests(taken, now);
    deps.onRequest();
  }

  const isSimulated = () => market.status().source === 'simulated';

  async function loadSimulated(coinId: CoinId) {
    const upstream = deps.upstream();
    return upstream ? simulated.load(upstream, coinId) : null;
  }

  /** The archive's closes, and the pinned ones that take precedence. */
  async function loadStored(coinId: CoinId, days: readonly DayNumber[]) {
    const archived = await store.listCloses(coinId, days);
    const pinned = await store.listPinned(coinId, days[0]!, days.at(-1)!);
    return { byDay: preferPinned(archived, pinned), pinned: new Set(pinned.map(({ day }) => day)) };
  }

  /** The closes of one coin on some days, in the order of the days. */
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
      // The provider's closes never change, so they need no pin.
      const isFinal = kept?.source === 'coingecko' || stored?.pinned.has(day);
      if (close && kept && !isFinal && day < today()) unpinned.push(kept);
    }
    return { closes, unpinned, newestMissing: isSimulated() ? null : newestMissing };
  }

  async function loadStoredCloses({ coinId, from, to }: CloseSpan): Promise<StoredCloses> {
    const last = Math.min(to, today());
    const blocks = await store.listBlocks(coinId, from, last);
    return {
      stored: {
        // A driver's bytes may be a view of a larger buffer, all of which would be sent.
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

  async function readStoredCloses(span: CloseSpan): Promise<ClosesByDay> {
    const { prices, sources, newestMissing } = decodeStoredCloses(span, await loadStoredCloses(span));
    const isPending = newestMissing !== null && (await requestMissing(span.coinId, newestMissing));
    return { prices, sources, isPending };
  }

  async function readSimulatedCloses({ coinId, from, to }: CloseSpan): Promise<ClosesByDay> {
    const find = await loadSimulated(coinId);
    const prices = new Map<DayNumber, DecimalText>();
    for (let day = from; day <= Math.min(to, today()); day += 1) {
      const price = (day >= today() ? findQuote(coinId)?.value : undefined) ?? find?.(day)?.value;
      if (price !== undefined && price !== '0') prices.set(day, price);
    }
    return { prices, sources: prices.size > 0 ? [market.status().source] : [], isPending: false };
  }

  function describeSimulation(coinId: CoinId): SimulatedCloseInputs {
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
    readSpan: (span) => (isSimulated() ? readSimulatedCloses(span) : readStoredCloses(span)),
    readSpanForThread: async (span) =>
      isSimulated() ? describeSimulation(span.coinId) : loadStoredCloses(span),
    requestMissing,

    async readCloses(requested) {
      const lastDay = today();
      const dayOf = ({ day }: WantedClose) => Math.min(parseDay(day), lastDay);
      const coins = new Map<CoinId, Awaited<ReturnType<typeof loadCloses>>>();
      const missing = new Map<CoinId, DayNumber>();
      for (const [coinId, list] of Map.groupBy(requested, (close) => close.coinId)) {
        const loaded = await loadCloses(coinId, sortedUnique(list.map(dayOf)));
        coins.set(coinId, loaded);
        if (loaded.newestMissing !== null) missing.set(coinId, loaded.newestMissing);
        // A coin takes a millisecond and the embedded database is synchronous, so let other calls in between.
        await yieldToEventLoop();
      }
      const pending = missing.size > 0 ? await request(missing) : new Set<CoinId>();
      const unpinned = [...coins].flatMap(([coinId, coin]) =>
        coin.unpinned.map((close) => ({ coinId, ...close })),
      );
      if (unpinned.length > 0) await store.pinCloses(unpinned);
      return requested.map((close) => {
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
