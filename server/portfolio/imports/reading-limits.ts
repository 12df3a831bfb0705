import { AppError } from '#server/platform/http/app-error.ts';
import { requesterNetwork } from '#server/platform/http/requester.ts';

/** Files being read at a time per account. */
const maxReadings = 3;
/** Per network (/24, /56): a stranger can open ten accounts from one network in an hour. */
const maxNetworkReadings = 10;
const maxAllReadings = 20;
/** A network with this many counts as busy. Busy ones get half of all, so that two or three networks can't use them all. */
const minBusyReadings = 2;
const maxBusyReadings = maxAllReadings / 2;
const readingRetrySeconds = 30;

/** Limits the files being read, which are queued and held in memory. */
export class ReadingLimits {
  readonly #findNetwork: () => string | undefined;
  readonly #byUser = new Map<string, number>();
  readonly #byNetwork = new Map<string, number>();
  #all = 0;

  constructor(findNetwork: () => string | undefined = requesterNetwork) {
    this.#findNetwork = findNetwork;
  }

  /** Throws `conflict` or `unavailable` if too many are being read. */
  async run<Result>(userId: string, read: () => Promise<Result>): Promise<Result> {
    const network = this.#findNetwork() ?? '';
    const options = { retryAfter: readingRetrySeconds };
    if ((this.#byUser.get(userId) ?? 0) >= maxReadings) {
      const message = 'Other files of this account are still being read. Please wait for them.';
      throw new AppError('conflict', message, options);
    }
    const ofNetwork = this.#byNetwork.get(network) ?? 0;
    const maxAll = ofNetwork < minBusyReadings ? maxAllReadings : maxBusyReadings;
    if (this.#all >= maxAll || ofNetwork >= maxNetworkReadings) {
      const message = 'Many files are being read right now. Please try again in a minute.';
      throw new AppError('unavailable', message, options);
    }
    this.#count(userId, network, 1);
    try {
      return await read();
    } finally {
      this.#count(userId, network, -1);
    }
  }

  #count(userId: string, network: string, added: number): void {
    this.#all += added;
    for (const [counts, key] of [
      [this.#byUser, userId],
      [this.#byNetwork, network],
    ] as const) {
      const count = (counts.get(key) ?? 0) + added;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    }
  }
}
