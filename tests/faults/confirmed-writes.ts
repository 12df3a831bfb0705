import type { TransactionPage } from '#contract/ledger/transaction.ts';
import type { Holding } from '#contract/portfolio.ts';
import type { WatchlistItem } from '#contract/watchlist.ts';

/** Sends one request. Throws if there is no complete answer. */
export type Send = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<{ status: number; body: unknown }>;

type Write = (send: Send) => Promise<void>;

const batchSize = 50;

/**
 * The writes that the server confirmed to one user: by coin id for the watchlist, by id for holdings, by note for
 * batches of transactions. Unanswered writes may or may not have happened and are ignored, except that a batch must be
 * there completely or not at all.
 */
export class ConfirmedWrites {
  answered = 0;
  readonly #coinIds: readonly string[];
  readonly #isFollowed = new Map<string, boolean>();
  readonly #amounts = new Map<string, string>();
  readonly #soldIds = new Set<string>();
  /** The number of transactions in each batch that the server must have, by their note. */
  readonly #batches = new Map<string, number>();
  readonly #writes: Write[] = [
    (send) => this.#toggleCoin(send),
    (send) => this.#addHolding(send),
    (send) => this.#addHolding(send),
    (send) => this.#removeHolding(send),
  ];
  #turn = 0;

  readonly #batchUrl: string;

  /**
   * Batches need a separate portfolio, because they would change how holdings are listed. Without one, none are
   * written.
   */
  constructor(coinIds: readonly string[], batchPortfolioId?: string) {
    this.#coinIds = coinIds;
    this.#batchUrl = `/api/portfolios/${batchPortfolioId}/transactions`;
    if (batchPortfolioId === undefined) return;
    this.#writes.push(
      (send) => this.#addBatch(send),
      (send) => this.#removeBatch(send),
    );
  }

  /** Makes the next write in turn: toggles a coin, adds two holdings, removes one, adds a batch, or removes one. */
  async writeOnce(send: Send): Promise<void> {
    this.#turn += 1;
    await this.#writes[this.#turn % this.#writes.length]!(send);
    this.answered += 1;
  }

  /** Describes how the server's state differs. */
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
      ...(await this.#findTornBatches(send)),
    ];
  }

  async #findTornBatches(send: Send): Promise<string[]> {
    if (this.#batches.size === 0) return [];
    const counts = new Map<string, number>();
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = (await send('GET', `${this.#batchUrl}?limit=500${cursor && `&cursor=${cursor}`}`))
        .body as TransactionPage;
      for (const { note } of page.transactions) counts.set(note ?? '', (counts.get(note ?? '') ?? 0) + 1);
      cursor = page.nextCursor;
    }
    return [
      ...[...counts]
        .filter(([, count]) => count !== batchSize)
        .map(([note, count]) => `${note} has ${count} of ${batchSize} transactions`),
      ...[...this.#batches]
        .filter(([note, count]) => (counts.get(note) ?? 0) !== count)
        .map(([note, count]) => `${note} should have ${count} transactions, has ${counts.get(note) ?? 0}`),
    ];
  }

  async #toggleCoin(send: Send): Promise<void> {
    const coinId = this.#coinIds[this.#turn % this.#coinIds.length]!;
    const isFollowed = this.#isFollowed.get(coinId) ?? false;
    this.#isFollowed.delete(coinId);
    const { status } = isFollowed
      ? await send('DELETE', `/api/watchlist/${coinId}`)
      : await send('POST', '/api/watchlist', { coinId, symbol: 'sym', name: 'name' });
    // A coin whose answer was lost may already be watched.
    if (![200, 201, 204].includes(status))
      throw new Error(`a change of ${coinId} was answered with ${status}`);
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
    if (status !== 201) throw new Error(`a new holding was answered with ${status}`);
    this.#amounts.set((body as Holding).id, amount);
  }

  async #removeHolding(send: Send): Promise<void> {
    const [id] = this.#amounts.keys();
    if (id === undefined) return;
    this.#amounts.delete(id);
    const { status } = await send('DELETE', `/api/portfolio/${id}`);
    if (status !== 204) throw new Error(`the deletion of a holding was answered with ${status}`);
    this.#soldIds.add(id);
  }

  async #addBatch(send: Send): Promise<void> {
    const note = `batch ${this.#turn}`;
    const coinId = this.#coinIds[this.#turn % this.#coinIds.length]!;
    const one = { type: 'buy', occurredAt: '2024-01-01T00:00:00Z', in: { coinId, amount: '1' }, note };
    const { status } = await send('POST', this.#batchUrl, {
      transactions: Array.from({ length: batchSize }, () => one),
    });
    if (status !== 201) throw new Error(`${note} was answered with ${status}`);
    this.#batches.set(note, batchSize);
  }

  async #removeBatch(send: Send): Promise<void> {
    const [note] = [...this.#batches].find(([, count]) => count > 0) ?? [];
    if (note === undefined) return;
    this.#batches.delete(note);
    const { transactions } = (await send('GET', `${this.#batchUrl}?limit=500`)).body as TransactionPage;
    const ids = transactions.filter((one) => one.note === note).map(({ id }) => id);
    // A batch beyond the first page is not removed.
    if (ids.length !== batchSize) return;
    const { status } = await send('POST', `${this.#batchUrl}/delete`, { ids });
    if (status !== 204) throw new Error(`the deletion of ${note} was answered with ${status}`);
    this.#batches.set(note, 0);
  }
}
