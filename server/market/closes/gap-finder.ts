import { setImmediate } from 'node:timers/promises';
import type { CoinId, Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type DayNumber, dayNumberOf, startOfDay } from '#server/platform/utc-day.ts';
import type { CoinDirectory } from '../directory/service.ts';
import type { ArchivedClose } from './close-block.ts';
import { closeDelayMs } from './daily-closes.ts';
import type { CloseRequest, CloseRequestStore } from './request-store.ts';
import type { CloseStore } from './store.ts';

/** Finds, one at a time, coins whose archive would gain from a provider history. */
export interface GapFinder {
  /** Null if there is currently none. */
  next(): Promise<CoinId | null>;
  /** The coin could not be fetched: return it again next. */
  putBack(coinId: CoinId): void;
}

export interface GapFinderDeps {
  readonly store: Pick<CloseStore, 'listClosesSince'>;
  readonly requests: Pick<CloseRequestStore, 'listRequests'>;
  /** Every coin whose closes are archived, in the order to fill them. */
  readonly listCoins: () => Promise<readonly CoinId[]>;
  /** The provider's coins. An account file may name very many others. */
  readonly getDirectory: () => Pick<CoinDirectory, 'find'>;
  readonly clock: Clock;
  /** Lets other work run in between. */
  readonly pause?: () => Promise<void>;
}

/** How often coins are searched for gaps. Those found are requested before the next search. */
const searchEveryMs: Milliseconds = 60 * 60_000;
/** Days searched: the history that every provider plan includes. */
const lookBackDays = 365;
/** Ask again after this long: plans and histories grow, and the provider's closes are better than our quotes. */
const askAgainMs: Milliseconds = 30 * 24 * 60 * 60_000;
/** Reading this many takes a few milliseconds. */
const coinsAtOnce = 20;

/** Answers are stored, so that a restart continues where the last process stopped. */
export function createGapFinder({
  store,
  requests,
  listCoins,
  getDirectory,
  clock,
  pause = setImmediate,
}: GapFinderDeps): GapFinder {
  let found: CoinId[] = [];
  let searchedAt: Instant = Number.NEGATIVE_INFINITY;

  async function search(): Promise<CoinId[]> {
    const now = clock.now();
    const directory = getDirectory();
    const coinIds = [...new Set(await listCoins())].filter((id) => directory.find(id) !== undefined);
    const gapped: CoinId[] = [];
    for (let start = 0; start < coinIds.length; start += coinsAtOnce) {
      const ids = coinIds.slice(start, start + coinsAtOnce);
      const closesByCoin = await store.listClosesSince(ids, newestDay(now) - lookBackDays + 1);
      const requestsByCoin = new Map(
        (await requests.listRequests(ids)).map((request) => [request.coinId, request]),
      );
      gapped.push(...ids.filter((id) => hasGap(requestsByCoin.get(id), closesByCoin.get(id) ?? [], now)));
      await pause();
    }
    return gapped;
  }

  return {
    async next() {
      const now = clock.now();
      const isDue = now - searchedAt >= searchEveryMs || now < searchedAt;
      if (found.length === 0 && isDue) {
        searchedAt = now;
        found = await search();
      }
      return found.shift() ?? null;
    },
    putBack: (coinId) => void found.unshift(coinId),
  };
}

/** The newest day whose close the provider has published. */
const newestDay = (now: Instant): DayNumber => dayNumberOf(now - closeDelayMs) - 1;

function hasGap(request: CloseRequest | undefined, closes: readonly ArchivedClose[], now: Instant): boolean {
  // Already requested for somebody's figures.
  if (request && request.turn !== null) return false;
  const answeredAt = request?.answeredAt ?? null;
  if (answeredAt === null || now - answeredAt > askAgainMs) return true;
  const missing = findNewestMissing(closes, newestDay(now));
  // If the provider lacked the close when it should have had it, it never will.
  return missing !== null && answeredAt < startOfDay(missing + 1) + closeDelayMs;
}

/** The last day without a close, looking only from the first close onwards. */
function findNewestMissing(closes: readonly ArchivedClose[], last: DayNumber): DayNumber | null {
  const days = new Set(closes.map(({ day }) => day));
  const first = closes[0]?.day ?? last;
  for (let day = last; day >= first; day -= 1) if (!days.has(day)) return day;
  return null;
}
