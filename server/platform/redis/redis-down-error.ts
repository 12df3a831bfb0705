/** Redis does not answer: the caller continues without it. */
export class RedisDownError extends Error {
  override readonly name = 'RedisDownError';

  constructor(cause?: unknown) {
    super('Redis is unreachable', { cause });
  }
}

/** Answers of a server that is up but can't serve: starting, full, a replica, or locked. */
const notServing =
  /^(?:LOADING|READONLY|MASTERDOWN|OOM|MISCONF|NOAUTH|NOPERM|WRONGPASS|CLUSTERDOWN|NOREPLICAS|BUSY)\b/;

export function isNotServing(error: unknown): boolean {
  return error instanceof Error && notServing.test(error.message);
}
