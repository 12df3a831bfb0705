import type { Clock } from './clock.ts';

/** Events kept for those who come back: encoded, with ascending ids. */
export interface EventLog {
  /** The id of the newest event, or of the beginning where there was none yet. */
  position(): number;
  /** Takes an event in under a new id; `encode` is given that id. */
  append(encode: (id: number) => Buffer): Buffer;
  /** What came after an id, oldest first; null where that is no longer (or never was) known. */
  listAfter(id: number): readonly Buffer[] | null;
}

interface LoggedEvent {
  readonly id: number;
  readonly at: number;
  readonly bytes: Buffer;
}

/** A log bounded by age (ms) and by bytes. Ids start from the time, so that one of an earlier process is not taken for ours. */
export function createEventLog(bounds: { maxAgeMs: number; maxBytes: number; clock: Clock }): EventLog {
  const { maxAgeMs, maxBytes, clock } = bounds;
  const events: LoggedEvent[] = [];
  let bytesHeld = 0;
  let position = clock.now();
  /** The id before the oldest event held. */
  let floor = position;

  function forgetOld(): void {
    const oldest = clock.now() - maxAgeMs;
    let first = events[0];
    while (first && (first.at < oldest || bytesHeld > maxBytes)) {
      events.shift();
      bytesHeld -= first.bytes.length;
      floor = first.id;
      first = events[0];
    }
  }

  return {
    position: () => position,
    append(encode) {
      const at = clock.now();
      position = Math.max(position + 1, at);
      const bytes = encode(position);
      events.push({ id: position, at, bytes });
      bytesHeld += bytes.length;
      forgetOld();
      return bytes;
    },
    listAfter(id) {
      forgetOld();
      if (id === floor) return events.map((event) => event.bytes);
      const index = events.findIndex((event) => event.id === id);
      return index < 0 ? null : events.slice(index + 1).map((event) => event.bytes);
    },
  };
}
