import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';

/** An encoded event, kept for returning clients. */
export interface LoggedEvent {
  /** Its position in this log. Unlike the id, it is specific to this process. */
  readonly index: number;
  /** Its position on the wire. State events have that of the event before them. */
  readonly id: number;
  readonly bytes: Buffer;
  readonly isState: boolean;
}

/** The place of an event among those that all processes send. */
export interface EventPlace {
  readonly id: number;
  /** The id of the event before it; undefined if that is unknown. */
  readonly after: number | undefined;
}

/** Events in id order. */
export interface EventLog {
  /** The id of the newest event, or the initial position. */
  position(): number;
  /** The index of the newest event. */
  end(): number;
  /** Adds an encoded event under a new id. */
  append(bytes: Buffer): LoggedEvent;
  /** Adds an event under the id that all processes know it by, which must exceed the last. */
  appendShared(bytes: Buffer, place: EventPlace): LoggedEvent;
  /** Adds a state event, which is sent with the current position. */
  appendState(bytes: Buffer): LoggedEvent;
  /** The index from which a client with this id continues; null if the id is unknown or no longer held. */
  find(id: number): number | null;
  /** The events after an index, oldest first; null if some of them are no longer held. */
  listAfter(index: number): readonly LoggedEvent[] | null;
}

export interface EventLogOptions {
  readonly maxAgeMs: Milliseconds;
  readonly maxBytes: number;
  readonly clock: Clock;
  /** The first id. Default: the time, so that ids of an earlier process are unknown. */
  readonly first?: number | undefined;
}

/** A log bounded by age and bytes. */
export function createEventLog({ maxAgeMs, maxBytes, clock, first }: EventLogOptions): EventLog {
  const events: (LoggedEvent & { at: number })[] = [];
  let bytesHeld = 0;
  let position = first ?? clock.now();
  let end = 0;
  /** The position before the oldest event held. */
  let floor = { id: position, index: end };

  function forgetFirst(): void {
    const first = events.shift();
    if (!first) return;
    bytesHeld -= first.bytes.length;
    floor = { id: first.id, index: first.index };
  }

  function forgetOld(): void {
    const oldest = clock.now() - maxAgeMs;
    for (let first = events[0]; first && (first.at < oldest || bytesHeld > maxBytes); first = events[0])
      forgetFirst();
  }

  function add(id: number, bytes: Buffer, isState = false): LoggedEvent {
    position = id;
    end += 1;
    const event = { index: end, id, at: clock.now(), bytes, isState };
    events.push(event);
    bytesHeld += bytes.length;
    forgetOld();
    return event;
  }

  return {
    position: () => position,
    end: () => end,
    append: (bytes) => add(Math.max(position + 1, clock.now()), bytes),
    appendShared(bytes, { id, after }) {
      const isGap = after === undefined || after > position;
      if (!isGap) return add(id, bytes);
      while (events.length > 0) forgetFirst();
      floor = { id: after ?? id, index: end };
      const event = add(id, bytes);
      // Nobody can continue from before it, because the event before it is unknown.
      if (after === undefined) forgetFirst();
      return event;
    },
    appendState: (bytes) => add(position, bytes, true),
    find(id) {
      forgetOld();
      if (!(id >= floor.id && id <= position)) return null;
      return events.findLast((event) => event.id <= id && event.id > floor.id)?.index ?? floor.index;
    },
    listAfter(index) {
      forgetOld();
      if (index < floor.index) return null;
      return events.filter((event) => event.index > index);
    },
  };
}
