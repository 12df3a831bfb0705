import { AppError } from '#server/platform/http/app-error.ts';
import type { LedgerEntry } from './entry.ts';

/**
 * Characters of stored lots: about 300,000 lots, for which checking a sale takes as much memory as for a ledger of
 * 100,000 transactions. Without this limit, sales that name a thousand lots each would need more memory than the server has.
 */
export const maxNamedLotCharacters = 24_000_000;

/** The usual length of one stored lot. */
const charactersPerLot = 80;

/** The transactions of a ledger name, or move between wallets, more lots than the caller wanted to go through. */
export class TooManyLotsError extends Error {}

/** How many lots the transactions name. */
export const countNamedLots = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { lots }) => sum + lots.length, 0);

/** Counts the lots that the transactions of a ledger name, by the length of their text. */
export class NamedLotsBudget {
  #left = maxNamedLotCharacters;
  #leftHere: number;

  /** `maxLots`: roughly how many lots the caller wants to read. */
  constructor(maxLots = Number.POSITIVE_INFINITY) {
    this.#leftHere = maxLots * charactersPerLot;
  }

  /** Counts the text of one transaction's lots. Throws a `TooManyLotsError` when the caller's budget is exceeded. */
  takeLots(characters: number): void {
    this.#leftHere -= characters;
    if (this.#leftHere < 0) throw new TooManyLotsError();
  }

  /** Throws `conflict` when the budget is exceeded. */
  take(characters: number): void {
    this.#left -= characters;
    if (this.#left >= 0) return;
    throw new AppError(
      'conflict',
      'The transactions of this portfolio name too many lots to be calculated. Move some of them to a portfolio of their own, or name fewer lots.',
    );
  }
}
