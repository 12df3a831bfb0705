import { LRUCache } from 'lru-cache';
import type { CoinSummary, LedgerQuery, LedgerSummary } from '../ledger-query.ts';

/** A summary as sent: coins that haven't changed are replaced by their index in the one sent before. */
export interface SummaryChanges extends Omit<LedgerSummary, 'coins'> {
  readonly id: number;
  readonly coins: readonly (CoinSummary | number)[];
}

/** Number of sent summaries that are remembered. */
const maxSent = 32;
/** Parts of all of them together: some megabytes. */
const maxSentParts = 50_000;
/** Parts of all summaries that the reader keeps together: some megabytes. */
const maxKeptParts = 5_000;
/** A coin may be in five hundred wallets; this many take as much memory as one problem. */
const walletsPerPart = 4;

/** Coins, problems and balances of wallets, by the memory they take. */
const countParts = (coins: readonly CoinSummary[]): number =>
  coins.reduce(
    (sum, { problems, wallets }) => sum + 1 + problems.length + Math.floor(wallets.length / walletsPerPart),
    1,
  );

/** Used in the thread. Copying two hundred coins takes longer than computing the one that has changed. */
export class SummarySender {
  readonly #sent = new LRUCache<number, ReadonlyMap<CoinSummary, number>>({
    max: maxSent,
    maxSize: maxSentParts,
  });
  #lastId = 0;

  /** `known`: the id of the summary that the other side has; null: none. */
  write({ coins, ...others }: LedgerSummary, known: number | null): SummaryChanges {
    const places = known === null ? undefined : this.#sent.get(known);
    this.#lastId += 1;
    const sent = new Map(coins.map((coin, place) => [coin, place]));
    // A summary that is too large to be remembered is sent as a whole each time.
    this.#sent.set(this.#lastId, sent, { size: countParts(coins) });
    return { ...others, id: this.#lastId, coins: coins.map((coin) => places?.get(coin) ?? coin) };
  }
}

/** Used on the other side, for the life of the thread. Coins that haven't changed stay the same objects. */
export class SummaryReader {
  readonly #known = new LRUCache<string, { readonly id: number; readonly coins: readonly CoinSummary[] }>({
    maxSize: maxKeptParts,
    sizeCalculation: ({ coins }) => countParts(coins),
  });

  async read(
    query: LedgerQuery,
    ask: (known: number | null) => Promise<SummaryChanges>,
  ): Promise<LedgerSummary> {
    const { portfolioId, method, scope, currency, at } = query;
    const key = JSON.stringify([portfolioId, method, scope, currency, at]);
    const known = this.#known.get(key);
    const { id, coins: changes, ...others } = await ask(known?.id ?? null);
    const coins = changes.map((change) => (typeof change === 'number' ? known!.coins[change]! : change));
    this.#known.set(key, { id, coins });
    return { ...others, coins };
  }
}
