import { LRUCache } from 'lru-cache';
import type { CoinId, Instant, Milliseconds } from '#contract/units.ts';

/** A coin that figures need, and its turn if it is waiting already. */
export interface WantedCoin {
  readonly coinId: CoinId;
  readonly turn: Instant | null;
}

/** A coin and its turn: the lowest is next. */
export interface CoinTurn {
  readonly coinId: CoinId;
  readonly turn: Instant;
}

/** Two lines of one asker, each by the last turn it was given. */
interface Lines {
  last: Instant;
  lastAhead: Instant;
  /** When a coin was last put into the second line. */
  aheadAt: Instant;
}

/** About 100 bytes each. An asker that is forgotten starts where a new one does. */
const maxAskers = 10_000;
/** How often one coin doesn't wait behind its asker's other coins. */
const aheadEveryMs: Milliseconds = 60_000;

/**
 * Gives turns so that askers alternate, whatever the number of their coins (start-time fair queueing): an asker's first
 * coin goes next to the oldest waiting, and each further one behind those with as many before them. One coin a minute
 * goes into a second line, so that it doesn't wait behind hundreds of the same asker.
 *
 * Turns are instants, counted up by a millisecond: nobody waits long enough for them to overtake the clock.
 */
export class RequestTurns {
  readonly #lines = new LRUCache<string, Lines>({ max: maxAskers });

  /**
   * The turns of new coins, and better turns of those that wait for somebody else. `oldest` is the lowest turn waiting;
   * null if there is none.
   */
  take(
    asker: string,
    wanted: readonly WantedCoin[],
    { oldest, now }: { readonly oldest: Instant | null; readonly now: Instant },
  ): CoinTurn[] {
    const never = Number.NEGATIVE_INFINITY;
    const lines = this.#lines.get(asker) ?? { last: never, lastAhead: never, aheadAt: never };
    this.#lines.set(asker, lines);
    const first = oldest ?? now;
    const turns: CoinTurn[] = [];
    for (const { coinId, turn } of wanted) {
      const isAhead = turn === null && Math.abs(now - lines.aheadAt) >= aheadEveryMs;
      const next = Math.max(first, (isAhead ? lines.lastAhead : lines.last) + 1);
      // The asker's own coins have lower turns than the next, so asking again moves nothing.
      if (turn !== null && turn <= next) continue;
      if (isAhead) Object.assign(lines, { lastAhead: next, aheadAt: now });
      else lines.last = next;
      turns.push({ coinId, turn: next });
    }
    return turns;
  }
}
