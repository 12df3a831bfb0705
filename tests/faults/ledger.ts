import type { Holding } from '#contract/portfolio.ts';
import type { WatchlistItem } from '#contract/watchlist.ts';

/** One request; throws without a complete answer. */
export type Send = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<{ status: number; body: unknown }>;

type Write = (send: Send) => Promise<void>;

/**
 * The writes that the server confirmed to one user: by coin id for the watchlist, by id for holdings. Unanswered writes may
 * have happened or not, and are left out.
 */
export class Ledger {
  answered = 0;
  readonly #coinIds: readonly string[];
  readonly #isFollowed = new Map<string, boolean>();
  readonly #amounts = new Map<string, string>();
  readonly #soldIds = new Set<string>();
  readonly #writes: readonly Write[] = [
    (send) => this.#toggleCoin(send),
    (send) => this.#addHolding(send),
    (send) => this.#addHolding(send),
    (send) => this.#removeHolding(send),
  ];
  #turn = 0;

  constructor(coinIds: readonly string[]) {
    this.#coinIds = coinIds;
  }

  /** The next write in turn: toggle a coin, add a holding, add another, remove one. */
  async writeOnce(send: Send): Promise<void> {
    this.#turn += 1;
    await this.#writes[this.#turn % this.#writes.length]!(send);
    this.answered += 1;
  }

  /** Where the server's state differs, in words. */
  async findDifferences(send: Send): Promise<string[]> {
    const followed = new Set(
      ((await send('GET', '/api/watchlist')).body as WatchlistItem[]).map(({ coinId }) => coinId),
    );
    const amounts = new Map(
      ((await send('GET', '/api/portfolio')).body as Holding[]).map(({ id, amount }) => [id, amount]),
    );
    return [
      ...[...this.#isFollowed]
        .filter(([coinId, isFollowed]) => followed.has(coinId) !== isFollowed)
        .map(([coinId, isFollowed]) => `${coinId} should${isFollowed ? '' : ' not'} be followed`),
      ...[...this.#amounts]
        .filter(([id, amount]) => amounts.get(id) !== amount)
        .map(([id, amount]) => `${id} should be ${amount}, is ${amounts.get(id)}`),
      ...[...this.#soldIds].filter((id) => amounts.has(id)).map((id) => `${id} should be gone`),
    ];
  }

  async #toggleCoin(send: Send): Promise<void> {
    const coinId = this.#coinIds[this.#turn % this.#coinIds.length]!;
    const isFollowed = this.#isFollowed.get(coinId) ?? false;
    this.#isFollowed.delete(coinId);
    const { status } = isFollowed
      ? await send('DELETE', `/api/watchlist/${coinId}`)
      : await send('POST', '/api/watchlist', { coinId, symbol: 'sym', name: 'name' });
    // A coin whose answer was lost may be followed already.
    if (![200, 201, 204].includes(status)) throw new Error(`${coinId} was answered ${status}`);
    this.#isFollowed.set(coinId, !isFollowed);
  }

  async #addHolding(send: Send): Promise<void> {
    const coinId = this.#coinIds[this.#turn % this.#coinIds.length]!;
    const amount = `${this.#turn}.000000000000000001`;
    const { status, body } = await send('POST', '/api/portfolio', {
      coinId,
      symbol: 'sym',
      name: 'name',
      amount,
    });
    if (status !== 201) throw new Error(`a holding was answered ${status}`);
    this.#amounts.set((body as Holding).id, amount);
  }

  async #removeHolding(send: Send): Promise<void> {
    const [id] = this.#amounts.keys();
    if (id === undefined) return;
    this.#amounts.delete(id);
    const { status } = await send('DELETE', `/api/portfolio/${id}`);
    if (status !== 204) throw new Error(`the end of a holding was answered ${status}`);
    this.#soldIds.add(id);
  }
}
