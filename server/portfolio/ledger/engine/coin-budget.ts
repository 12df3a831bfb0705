import { AppError } from '#server/platform/http/app-error.ts';
import { coinsOf, type LedgerEntry } from './entry.ts';

/**
 * Every answer looks up, values and writes each coin. With a hundred thousand coins, which an account file can have, one
 * answer would block other calls for seconds and take a gigabyte.
 */
const maxCoins = 5_000;

/** Counts the coins of a ledger, each with its number of transactions. */
export class CoinBudget {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  constructor(max = maxCoins) {
    this.#max = max;
  }

  add(entry: LedgerEntry): void {
    for (const coinId of coinsOf(entry)) this.#counts.set(coinId, (this.#counts.get(coinId) ?? 0) + 1);
  }

  remove(entry: LedgerEntry): void {
    for (const coinId of coinsOf(entry)) {
      const left = (this.#counts.get(coinId) ?? 0) - 1;
      if (left > 0) this.#counts.set(coinId, left);
      else this.#counts.delete(coinId);
    }
  }

  clear(): void {
    this.#counts.clear();
  }

  /** Throws `conflict` if there are too many coins. */
  check(): void {
    if (this.#counts.size <= this.#max) return;
    throw new AppError(
      'conflict',
      `This portfolio has more than ${this.#max.toLocaleString('en-US')} different coins, which is too many to calculate. Move some of them to a portfolio of their own.`,
    );
  }
}
