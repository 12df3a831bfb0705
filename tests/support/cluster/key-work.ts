import { type ClusterUser, call, UnansweredError } from './cluster-user.ts';

const windowMs = 60_000;
const path = '/api/watchlist';

/** Makes more calls with one API key than allowed, through all servers. */
export class KeyWork {
  readonly #url: string;
  readonly #key: string;
  /** When each allowed call was sent and answered. It was counted in between. */
  readonly #allowed: { from: number; to: number }[] = [];
  #refused = 0;

  private constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  static async begin(user: ClusterUser): Promise<KeyWork> {
    const { status, body } = await user.send('POST', '/api/keys', { name: 'Load' });
    if (status !== 201)
      throw new Error(`the request for a key was answered with ${status}: ${JSON.stringify(body)}`);
    return new KeyWork(user.url, (body as { key: string }).key);
  }

  get refused(): number {
    return this.#refused;
  }

  /** Makes ten concurrent calls. */
  async makeCalls(): Promise<void> {
    await Promise.all(Array.from({ length: 10 }, () => this.#ask()));
  }

  async #ask(): Promise<void> {
    const from = Date.now();
    try {
      const { status } = await call(this.#url + path, { headers: { authorization: `Bearer ${this.#key}` } });
      if (status === 200) this.#allowed.push({ from, to: Date.now() });
      else if (status === 429) this.#refused += 1;
      else throw new Error(`a call with a key was answered with ${status}`);
    } catch (error) {
      if (!(error instanceof UnansweredError)) throw error;
    }
  }

  /** The maximum number of calls that were certainly allowed within any one minute. */
  maxInAMinute(): number {
    const counts = this.#allowed.map(
      ({ from: begin }) =>
        this.#allowed.filter(({ from, to }) => from >= begin && to <= begin + windowMs).length,
    );
    return Math.max(0, ...counts);
  }
}
