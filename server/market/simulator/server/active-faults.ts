import type { Coin } from '#contract/market.ts';
import { type Fault, isTransportFault, spoilRows, type TransportFault } from './faults.ts';

/** A call as it arrived, whatever became of it. */
export interface CallRecord {
  /** Below `/api/v3`, with `{id}` in the place of a coin's id. */
  readonly endpoint: string;
  /** Milliseconds since 1970 by this machine's clock, whatever the market's clock shows. */
  readonly at: number;
}

/** Faults in force for one call. */
export interface CallFaults {
  readonly transport: { readonly kind: TransportFault; readonly retryAfter: number | null } | undefined;
  /** The market's instant to answer for: the present one, or the one it is frozen at. */
  readonly now: number;
  spoil(rows: Coin[]): Coin[];
  /** The body of the answer, with its lists emptied where the fault says so. */
  spoilBody(body: unknown): unknown;
}

/** Keeps which faults are on, and every call. */
export interface FaultDesk {
  set(fault: Fault, now: number): void;
  clear(): void;
  list(): readonly Fault[];
  calls(): readonly CallRecord[];
  /** Records a call and tells what befalls it; `now` is the market's instant. */
  admit(endpoint: string, now: number): CallFaults;
}

function withEmptyLists(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? [] : value]),
  );
}

const callsKept = 100_000;

export function createFaultDesk(): FaultDesk {
  const faults = new Map<string, { fault: Fault; since: number; calls: number }>();
  let calls: CallRecord[] = [];

  /** Every call at rate 1, every fourth at 0.25, evenly. */
  function drawFaults(): { fault: Fault; since: number }[] {
    return [...faults.values()].filter((entry) => {
      const before = Math.floor(entry.calls * entry.fault.rate);
      entry.calls += 1;
      return Math.floor(entry.calls * entry.fault.rate) > before;
    });
  }

  return {
    set: (fault, now) => void faults.set(fault.kind, { fault, since: now, calls: 0 }),
    clear: () => faults.clear(),
    list: () => [...faults.values()].map(({ fault }) => fault),
    calls: () => calls,
    admit(endpoint, now) {
      calls.push({ endpoint, at: Date.now() });
      if (calls.length > callsKept) calls = calls.slice(-callsKept / 2);
      const drawn = drawFaults();
      const frozen = drawn.find(({ fault }) => fault.kind === 'frozen');
      const transport = drawn.flatMap(({ fault: { kind, retryAfter } }) =>
        isTransportFault(kind) ? [{ kind, retryAfter }] : [],
      );
      return {
        transport: transport[0],
        now: frozen?.since ?? now,
        spoilBody: (body) =>
          drawn.some(({ fault }) => fault.kind === 'empty') ? withEmptyLists(body) : body,
        spoil: (rows) => drawn.reduce((spoiled, { fault }) => spoilRows(spoiled, fault), rows),
      };
    },
  };
}

/** How many calls arrived: in all, by endpoint, and the most within any 60 seconds. */
export function countCalls(calls: readonly CallRecord[]): {
  total: number;
  byEndpoint: Record<string, number>;
  mostInAMinute: number;
} {
  const byEndpoint: Record<string, number> = {};
  let mostInAMinute = 0;
  let first = 0;
  for (const [index, { endpoint, at }] of calls.entries()) {
    byEndpoint[endpoint] = (byEndpoint[endpoint] ?? 0) + 1;
    while (calls[first]!.at <= at - 60_000) first++;
    mostInAMinute = Math.max(mostInAMinute, index - first + 1);
  }
  return { total: calls.length, byEndpoint, mostInAMinute };
}
