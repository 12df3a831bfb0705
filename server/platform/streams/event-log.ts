import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';

/** An encoded event, kept for returning clients. */
export interface LoggedEvent {
  /** Its place in this log. Unlike the id, it is this process's alone. */
  readonly place: number;
  /** Its position on the wire. Events of state have that of the event before them. */
  readonly id: number;
  readonly bytes: Buffer;
  readonly isState: boolean;
}

/** What is known of an event that other processes have too. */
export interface SharedEvent {
  readonly id: number;
  /** The id of the event that it follows on; undefined: what came before is not known. */
  readonly after: number | undefined;
}

/** Events in the order of their ids. */
export interface EventLog {
  /** The id of the newest event, or the initial position. */
  position(): number;
  /** The place of the newest event. */
  end(): number;
  /** Adds an encoded event with an id of its own. */
  append(bytes: Buffer): LoggedEvent;
  /** Adds one with the id that all processes know it by, greater than the last. */
  appendShared(bytes: Buffer, event: SharedEvent): LoggedEvent;
  /** Adds an event of state, which is sent with the position that there is. */
  appendState(bytes: Buffer): LoggedEvent;
  /** The place after which a client that has an id goes on; null if the id is unknown or no longer held. */
  find(id: number): number | null;
  /** The events after a place, oldest first; null if some of them are no longer held. */
  listAfter(place: number): readonly LoggedEvent[] | null;
}

export interface EventLogOptions {
  readonly maxAgeMs: Milliseconds;
  readonly maxBytes: number;
  readonly clock: Clock;
  /** The id to begin at. By default the time, so that the ids of an earlier process are unknown. */
  readonly first?: number | undefined;
}

/** A log bounded by age and bytes. */
export function createEventLog({ maxAgeMs, maxBytes, clock, first }: EventLogOptions): EventLog {
  const events: (LoggedEvent & { at: number })[] = [];
  let bytesHeld = 0;
  let position = first ?? clock.now();
  let end = 0;
  /** Those before the oldest event held. */
  let floor = { id: position, place: end };

  function forgetFirst(): void {
    const first = events.shift();
    if (!first) return;
    bytesHeld -= first.bytes.length;
    floor = { id: first.id, place: first.place };
  }

  function forgetOld(): void {
    const oldest = clock.now() - maxAgeMs;
    for (let first = events[0]; first && (first.at < oldest || bytesHeld > maxBytes); first = events[0])
      forgetFirst();
  }

  function add(id: number, bytes: Buffer, isState = false): LoggedEvent {
    position = id;
    end += 1;
    const event = { place: end, id, at: clock.now(), bytes, isState };
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
      floor = { id: after ?? id, place: end };
      const event = add(id, bytes);
      // Nobody can go on from before it: of what it follows nothing is known.
      if (after === undefined) forgetFirst();
      return event;
    },
    appendState: (bytes) => add(position, bytes, true),
    find(id) {
      forgetOld();
      if (!(id >= floor.id && id <= position)) return null;
      return events.findLast((event) => event.id <= id && event.id > floor.id)?.place ?? floor.place;
    },
    listAfter(place) {
      forgetOld();
      if (place < floor.place) return null;
      return events.filter((event) => event.place > place);
    },
  };
}
