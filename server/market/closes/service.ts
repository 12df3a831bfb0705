import type { Coin } from '#contract/market.ts';
import type { CoinId, Milliseconds } from '#contract/units.ts';
import { memoize } from '#server/platform/cache/memoize.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type DayNumber, dayNumberOf, parseDay, startOfDay } from '#server/platform/utc-day.ts';
import type { Upstream } from '../feed/upstream.ts';
import type { MarketService } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';
import { toPriceText } from './daily-closes.ts';
import { chooseClose, type PastClose, toPastClose } from './past-close.ts';
import { createSimulatedCloses } from './simulated-closes.ts';
import type { CloseRequest, CloseStore, StoredClose, WantedDays } from './store.ts';

export type { PastClose } from './past-close.ts';

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

/** One coin's closes by day. */
export interface CloseLine {
  readonly closes: ReadonlyMap<DayNumber, PastClose>;
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
  /** In the order asked for. */
  readLines(spans: readonly CloseSpan[]): Promise<readonly CloseLine[]>;
}

/** The provider has a day's close about 35 minutes after its end. */
const closeDelayMs: Milliseconds = 40 * 60_000;
/** A quote of a coin outside the list is asked for again after this. */
const quoteLifeMs: Milliseconds = 60 * 60_000;
/** What the provider did not have is asked for again after this: plans and histories grow. */
const askAgainMs: Milliseconds = 7 * 24 * 60 * 60_000;

export interface CloseServiceDeps {
  readonly store: CloseStore;
  readonly market: Pick<MarketService, 'snapshot' | 'status'>;
  /** The market shown at present; undefined: there is none to ask. */
  readonly upstream: () => Upstream | undefined;
  readonly clock: Clock;
  /** Called when a request was added. */
  readonly onRequest: () => void;
}

export function createCloseService(deps: CloseServiceDeps): CloseService {
  const { store, market, clock } = deps;
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
    const requests = await store.listRequests([...newestMissing.keys()]);
    const byCoin = new Map(requests.map((known) => [known.coinId, known]));
    const pending = new Set<CoinId>();
    const added: CoinId[] = [];
    for (const [coinId, newest] of newestMissing) {
      const known = byCoin.get(coinId);
      const need = mustAsk(known, newest);
      if (need === 'yes') pending.add(coinId);
      if (need !== 'no' && !known?.isWaiting) added.push(coinId);
    }
    if (added.length > 0) {
      await store.addRequests(added, clock.now());
      deps.onRequest();
    }
    return pending;
  }

  async function loadStored(coinId: CoinId, wanted: WantedDays): Promise<Map<DayNumber, StoredClose>> {
    const rows = await store.listCloses(coinId, wanted);
    const byDay = new Map<DayNumber, StoredClose>();
    for (const [day, closes] of Map.groupBy(rows, (row) => row.day)) byDay.set(day, chooseClose(closes)!);
    return byDay;
  }

  /** The closes of one coin on the days wanted, and the newest day without one. */
  async function loadCoin(coinId: CoinId, wanted: WantedDays) {
    const upstream = deps.upstream();
    const closes = new Map<DayNumber, PastClose>();
    const unused: StoredClose[] = [];
    let newestMissing: DayNumber | null = null;
    const isSimulated = market.status().source === 'simulated';
    const findSimulated = isSimulated && upstream ? await simulated.load(upstream, coinId) : null;
    const stored = isSimulated ? new Map<DayNumber, StoredClose>() : await loadStored(coinId, wanted);
    for (const day of daysOf(wanted)) {
      const quote = day >= today() ? findQuote(coinId) : null;
      const kept = quote ? undefined : stored.get(day);
      const close = quote ?? findSimulated?.(day) ?? (kept ? toPastClose(kept) : null);
      if (close) closes.set(day, close);
      else newestMissing = day;
      if (close && kept && kept.source !== 'coingecko' && !kept.isUsed && day < today()) unused.push(kept);
    }
    return { closes, unused, newestMissing: isSimulated ? null : newestMissing };
  }

  /** Loads coins one after the other, and asks for what is missing. */
  async function loadCoins(wanted: ReadonlyMap<CoinId, WantedDays>) {
    const coins = new Map<CoinId, Awaited<ReturnType<typeof loadCoin>>>();
    const missing = new Map<CoinId, DayNumber>();
    for (const [coinId, days] of wanted) {
      const loaded = await loadCoin(coinId, days);
      coins.set(coinId, loaded);
      if (loaded.newestMissing !== null) missing.set(coinId, loaded.newestMissing);
    }
    const pending = missing.size > 0 ? await request(missing) : new Set<CoinId>();
    return { coins, pending };
  }

  return {
    async readCloses(wanted) {
      const lastDay = today();
      const dayOf = ({ day }: WantedClose) => Math.min(parseDay(day), lastDay);
      const byCoin = new Map<CoinId, WantedDays>();
      for (const [coinId, list] of Map.groupBy(wanted, (close) => close.coinId))
        byCoin.set(coinId, sortedUnique(list.map(dayOf)));
      const { coins, pending } = await loadCoins(byCoin);
      const unused = [...coins.values()].flatMap((coin) => coin.unused);
      if (unused.length > 0) await store.markUsed(unused);
      return wanted.map((close) => {
        const found = coins.get(close.coinId)?.closes.get(dayOf(close));
        return found ?? (pending.has(close.coinId) ? 'pending' : null);
      });
    },

    async readLines(spans) {
      const byCoin = new Map<CoinId, { from: DayNumber; to: DayNumber }>();
      const lastDay = today();
      for (const { coinId, from, to } of spans) {
        const known = byCoin.get(coinId);
        byCoin.set(coinId, {
          from: Math.min(known?.from ?? from, from),
          to: Math.min(Math.max(known?.to ?? to, to), lastDay),
        });
      }
      const { coins, pending } = await loadCoins(byCoin);
      return spans.map(({ coinId }) => ({
        closes: coins.get(coinId)?.closes ?? new Map(),
        isPending: pending.has(coinId),
      }));
    },
  };
}

function toQuote(row: Coin, snapshot: Snapshot): PastClose | null {
  const { current_price: price, last_updated: updated } = row;
  if (price === null) return null;
  const at = updated === null ? snapshot.asOf : Date.parse(updated);
  return toPastClose({ price: toPriceText(price), at, source: snapshot.source });
}

/** In order. */
function* daysOf(wanted: WantedDays): Generator<DayNumber> {
  if (!('from' in wanted)) return yield* wanted;
  for (let day = wanted.from; day <= wanted.to; day += 1) yield day;
}

function sortedUnique(days: readonly DayNumber[]): DayNumber[] {
  return [...new Set(days)].sort((a, b) => a - b);
}
