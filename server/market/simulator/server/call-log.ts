import type { Instant } from '#contract/units.ts';

/** A received call, whatever its response. */
export interface CallRecord {
  /** The path below `/api/v3`, with `{id}` for a coin's id. */
  readonly endpoint: string;
  /** By this machine's clock, not the market's. */
  readonly at: Instant;
}

const maxCalls = 100_000;

/** Records calls, oldest first. Drops the older half beyond 100,000. */
export function createCallLog() {
  let calls: CallRecord[] = [];
  return {
    add(endpoint: string): void {
      calls.push({ endpoint, at: Date.now() });
      if (calls.length > maxCalls) calls = calls.slice(-maxCalls / 2);
    },
    list: (): readonly CallRecord[] => calls,
  };
}
export type CallLog = ReturnType<typeof createCallLog>;

/** Counts calls: in total, by endpoint, and the maximum within any 60 seconds. */
export function countCalls(calls: readonly CallRecord[]): {
  total: number;
  byEndpoint: Record<string, number>;
  maxInAMinute: number;
} {
  const byEndpoint: Record<string, number> = {};
  let maxInAMinute = 0;
  let first = 0;
  for (const [index, { endpoint, at }] of calls.entries()) {
    byEndpoint[endpoint] = (byEndpoint[endpoint] ?? 0) + 1;
    while (calls[first]!.at <= at - 60_000) first++;
    maxInAMinute = Math.max(maxInAMinute, index - first + 1);
  }
  return { total: calls.length, byEndpoint, maxInAMinute };
}
