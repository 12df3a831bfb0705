import { call } from './cluster-user.ts';

/**
 * Requests the histories of many coins from the servers in turn, which would cost more upstream calls than the budget
 * allows.
 */
export class UpstreamWork {
  readonly #urls: readonly string[];
  readonly #coinIds: readonly string[];
  #turn = 0;

  constructor(urls: readonly string[], coinIds: readonly string[]) {
    this.#urls = urls;
    this.#coinIds = coinIds;
  }

  async makeCalls(): Promise<void> {
    this.#turn += 1;
    const url = this.#urls[this.#turn % this.#urls.length]!;
    const coinId = this.#coinIds[this.#turn % this.#coinIds.length]!;
    const { status } = await call(`${url}/api/cryptocurrencies/${coinId}/history?days=7`);
    if (status !== 200 && status !== 404) throw new Error(`a history was answered with ${status}`);
  }
}
