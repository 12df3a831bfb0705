import { setImmediate } from 'node:timers/promises';
import type { CoinId, Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type DayNumber, dayNumberOf, startOfDay } from '#server/platform/utc-day.ts';
import type { ArchivedClose } from './close-block.ts';
import { closeDelayMs } from './daily-closes.ts';
import type { CloseRequest, CloseRequestStore } from './request-store.ts';
import type { CloseStore } from './store.ts';

/** Finds coins whose archive a history of the provider would make better, one after the other. */
export interface GapFinder {
  /** Null: there is none at present. */
  next(): Promise<CoinId | null>;
  /** It could not be asked for: it is the next again. */
  putBack(coinId: CoinId): void;
}

export interface GapFinderDeps {
  readonly store: Pick<CloseStore, 'listLines'>;
  readonly requests: Pick<CloseRequestStore, 'listRequests'>;
  /** Every coin whose closes are kept, those first that are to be filled first. */
  readonly listCoins: () => Promise<readonly CoinId[]>;
  readonly clock: Clock;
  /** Lets other work run in between. */
  readonly pause?: () => Promise<void>;
}

/** Coins are looked through this often; those found by then are asked for first. */
const searchEveryMs: Milliseconds = 60 * 60_000;
/** Days looked through: what the provider gives on every plan. */
const lookBackDays = 365;
/** Plans and histories grow, and the provider's closes are better than our own quotes. */
const askAgainMs: Milliseconds = 30 * 24 * 60 * 60_000;
/** Some milliseconds of work. */
const coinsAtOnce = 20;

/** What was answered is stored, so that a restart goes on where the last process ended. */
export function createGapFinder({
  store,
  requests,
  listCoins,
  clock,
  pause = setImmediate,
}: GapFinderDeps): GapFinder {
  let found: CoinId[] = [];
  let searchedAt: Instant = Number.NEGATIVE_INFINITY;

  async function search(): Promise<CoinId[]> {
    const now = clock.now();
    const coinIds = [...new Set(await listCoins())];
    const gapped: CoinId[] = [];
    for (let start = 0; start < coinIds.length; start += coinsAtOnce) {
      const ids = coinIds.slice(start, start + coinsAtOnce);
      const lines = await store.listLines(ids, newestDay(now) - lookBackDays + 1);
      const asked = new Map((await requests.listRequests(ids)).map((request) => [request.coinId, request]));
      gapped.push(...ids.filter((id) => hasGap(asked.get(id), lines.get(id) ?? [], now)));
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

/** The newest day whose close the provider has. */
const newestDay = (now: Instant): DayNumber => dayNumberOf(now - closeDelayMs) - 1;

function hasGap(request: CloseRequest | undefined, closes: readonly ArchivedClose[], now: Instant): boolean {
  // Somebody's figures wait for it already.
  if (request?.isWaiting) return false;
  const answeredAt = request?.answeredAt ?? null;
  if (answeredAt === null || now - answeredAt > askAgainMs) return true;
  const missing = findNewestMissing(closes, newestDay(now));
  // What the provider did not have when it could have had it, it will not have.
  return missing !== null && answeredAt < startOfDay(missing + 1) + closeDelayMs;
}

/** The last day without a close, from the first one with a close on. */
function findNewestMissing(closes: readonly ArchivedClose[], last: DayNumber): DayNumber | null {
  const days = new Set(closes.map(({ day }) => day));
  const first = closes[0]?.day ?? last;
  for (let day = last; day >= first; day -= 1) if (!days.has(day)) return day;
  return null;
}
