import { LRUCache } from 'lru-cache';
import type { CoinId, Instant, Milliseconds } from '#contract/units.ts';

/** A coin that figures need, and its turn if it is waiting already. */
export interface WantedCoin {
  readonly coinId: CoinId;
  readonly turn: Instant | null;
}

/** A coin and its turn: the earliest is next. */
export interface CoinTurn {
  readonly coinId: CoinId;
  readonly turn: Instant;
}

/** The two queues of one requester, each by the last turn given in it. */
interface Queues {
  last: Instant;
  lastAhead: Instant;
  /** When a coin was last put into the second queue. */
  aheadAt: Instant;
}

/** About 100 bytes each. A forgotten requester starts like a new one. */
const maxRequesters = 10_000;
/** How often one coin doesn't wait behind its requester's other coins. */
const aheadEveryMs: Milliseconds = 60_000;

/**
 * Gives turns so that requesters alternate, whatever the number of their coins (start-time fair queueing): a requester's
 * first coin gets a turn next to the coin waiting longest, their second one behind the first coins of the others, and so
 * on. One coin a minute goes into a second queue, so that it doesn't wait behind hundreds of the same requester.
 *
 * Turns are instants, counted up by a millisecond: nobody waits long enough for them to overtake the clock.
 */
export class RequestTurns {
  readonly #queues = new LRUCache<string, Queues>({ max: maxRequesters });

  /**
   * The turns of new coins, and better turns of those that wait for somebody else. `earliest` is the earliest turn
   * waiting; null if there is none.
   */
  take(
    requester: string,
    wanted: readonly WantedCoin[],
    { earliest, now }: { readonly earliest: Instant | null; readonly now: Instant },
  ): CoinTurn[] {
    const never = Number.NEGATIVE_INFINITY;
    const queues = this.#queues.get(requester) ?? { last: never, lastAhead: never, aheadAt: never };
    this.#queues.set(requester, queues);
    const first = earliest ?? now;
    const turns: CoinTurn[] = [];
    for (const { coinId, turn } of wanted) {
      const isAhead = turn === null && Math.abs(now - queues.aheadAt) >= aheadEveryMs;
      const next = Math.max(first, (isAhead ? queues.lastAhead : queues.last) + 1);
      // The requester's own coins have earlier turns than the next, so asking again moves nothing.
      if (turn !== null && turn <= next) continue;
      if (isAhead) Object.assign(queues, { lastAhead: next, aheadAt: now });
      else queues.last = next;
      turns.push({ coinId, turn: next });
    }
    return turns;
  }
}
