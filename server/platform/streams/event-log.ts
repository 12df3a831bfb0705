import type { Clock } from '../clock.ts';

/** An encoded event, kept for returning clients. */
export interface LoggedEvent {
  readonly id: number;
  readonly bytes: Buffer;
}

/** Events in the order of their ids. */
export interface EventLog {
  /** The id of the newest event, or the initial position. */
  position(): number;
  /** Adds an encoded event and returns its id. */
  append(bytes: Buffer): number;
  /** The events after an id, oldest first; null if the id is unknown or no longer held. */
  listAfter(id: number): readonly LoggedEvent[] | null;
}

/** A log bounded by age (ms) and bytes. Ids start at the current time, so that those of an earlier process are unknown. */
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
