import { type ClusterUser, call, Unanswered } from './cluster-user.ts';

const windowMs = 60_000;
/** Between a call's count on a server and its answer here. */
const toleranceMs = 1500;
const path = '/api/watchlist';

/** Calls with one API key, more than it may make, through all servers. */
export class KeyWork {
  readonly #url: string;
  readonly #key: string;
  readonly #allowedAt: number[] = [];
  #refused = 0;

  private constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  static async begin(user: ClusterUser): Promise<KeyWork> {
    const { status, body } = await user.send('POST', '/api/keys', { name: 'Load' });
    if (status !== 201) throw new Error(`a key was answered ${status}: ${JSON.stringify(body)}`);
    return new KeyWork(user.url, (body as { key: string }).key);
  }

  get refused(): number {
    return this.#refused;
  }

  /** Ten calls at once. */
  async once(): Promise<void> {
    await Promise.all(Array.from({ length: 10 }, () => this.#ask()));
  }

  async #ask(): Promise<void> {
    try {
      const { status } = await call(this.#url + path, { headers: { authorization: `Bearer ${this.#key}` } });
      if (status === 200) this.#allowedAt.push(Date.now());
      else if (status === 429) this.#refused += 1;
      else throw new Error(`a call with a key was answered ${status}`);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
    }
  }

  /** The most calls that were allowed within any minute. */
  maxInAMinute(): number {
    let first = 0;
    let max = 0;
    for (const [index, at] of this.#allowedAt.entries()) {
      while (this.#allowedAt[first]! <= at - windowMs + toleranceMs) first += 1;
      max = Math.max(max, index - first + 1);
    }
    return max;
  }
}
