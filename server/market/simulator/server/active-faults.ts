import type { Coin } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import { corruptRows, type Fault, isTransportFault, type TransportFault } from './faults.ts';

/** The faults that apply to one call. */
export interface CallFaults {
  readonly transport: { readonly kind: TransportFault; readonly retryAfter: number | null } | undefined;
  /** The market time to answer for: now, or when it was frozen. */
  readonly now: Instant;
  corrupt(rows: Coin[]): Coin[];
  /** The body, with its lists emptied by the `empty` fault. */
  corruptBody(body: unknown): unknown;
}

/** The faults that are switched on. */
export interface ActiveFaults {
  set(fault: Fault, now: Instant): void;
  clear(): void;
  list(): readonly Fault[];
  /** The faults of the next call; `now` is the market's time. */
  draw(now: Instant): CallFaults;
}

function withEmptyLists(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? [] : value]),
  );
}

export function createActiveFaults(): ActiveFaults {
  const faults = new Map<string, { fault: Fault; since: Instant; calls: number }>();

  /** At rate 1 every call, at 0.25 every fourth, evenly spread. */
  function drawFaults(): { fault: Fault; since: Instant }[] {
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
    draw(now) {
      const drawn = drawFaults();
      const frozen = drawn.find(({ fault }) => fault.kind === 'frozen');
      const transport = drawn.flatMap(({ fault: { kind, retryAfter } }) =>
        isTransportFault(kind) ? [{ kind, retryAfter }] : [],
      );
      return {
        transport: transport[0],
        now: frozen?.since ?? now,
        corruptBody: (body) =>
          drawn.some(({ fault }) => fault.kind === 'empty') ? withEmptyLists(body) : body,
        corrupt: (rows) => drawn.reduce((corrupted, { fault }) => corruptRows(corrupted, fault), rows),
      };
    },
  };
}
