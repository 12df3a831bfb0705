import type { Clock } from '../clock.ts';

/** An event kept for those who come back, encoded. */
export interface LoggedEvent {
  readonly id: number;
  readonly bytes: Buffer;
}

/** Events in the order of their ids. */
export interface EventLog {
  /** The id of the newest event, or of the beginning where there was none yet. */
  position(): number;
  /** Takes an encoded event in, and gives its id. */
  append(bytes: Buffer): number;
  /** What came after an id, oldest first; null where that is no longer (or never was) known. */
  listAfter(id: number): readonly LoggedEvent[] | null;
}

/** A log bounded by age (ms) and by bytes. Ids start from the time, so that one of an earlier process is not taken for ours. */
export function createEventLog(bounds: { maxAgeMs: number; maxBytes: number; clock: Clock }): EventLog {
  const { maxAgeMs, maxBytes, clock } = bounds;
  const events: (LoggedEvent & { at: number })[] = [];
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
    append(bytes) {
      const at = clock.now();
      position = Math.max(position + 1, at);
      events.push({ id: position, at, bytes });
      bytesHeld += bytes.length;
      forgetOld();
      return position;
    },
    listAfter(id) {
      forgetOld();
      if (id === floor) return [...events];
      const index = events.findLastIndex((event) => event.id === id);
      return index < 0 ? null : events.slice(index + 1);
    },
  };
}
