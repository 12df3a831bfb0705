import type { EventStream } from '#server/platform/streams/event-stream.ts';
import type { PlacedEvent, SharedEvents } from '#server/platform/streams/shared-events.ts';
import type { Snapshot } from '../snapshot.ts';
import { quotesEvent } from './stream-events.ts';

/** The quotes of several servers as one list of events. */
export interface SharedQuotes {
  /** Reads the events of the last minutes: then clients of other servers can go on here. */
  start(): Promise<void>;
  /** Sends the event of a new snapshot, unless it was sent already. */
  add(before: Snapshot | null, snapshot: Snapshot): void;
  stop(): Promise<void>;
}

/**
 * All servers show the same snapshots, and an event has the id of its snapshot. Each server offers the events that it can
 * make to Redis, where the first of an id counts, and sends what it reads there. While Redis is away it sends its own:
 * they have the same ids, so that nothing is sent twice when Redis is back.
 */
export function createSharedQuotes(
  stream: Pick<EventStream, 'publish' | 'publishShared' | 'position'>,
  events: SharedEvents | undefined,
): SharedQuotes {
  let adding: Promise<void> = Promise.resolve();

  /** An event that follows on one which did not come here is left out: the next own one has its changes too. */
  function receive({ place, event }: PlacedEvent): void {
    const isFirst = stream.position() === 0;
    if (isFirst || (place.after !== undefined && place.after <= stream.position()))
      stream.publishShared(event, place);
  }

  async function send(own: PlacedEvent): Promise<void> {
    await events?.offer(own).catch(() => undefined);
    stream.publishShared(own.event, own.place);
  }

  return {
    start: async () => events?.start(receive),
    add(before, snapshot) {
      const { id } = snapshot;
      if (id === undefined) return stream.publish(quotesEvent(before, snapshot));
      // Without a snapshot before, the event has every coin: it follows on whatever was sent.
      const after = before?.id ?? (stream.position() || undefined);
      const own = { place: { id, after }, event: quotesEvent(before, snapshot) };
      // In their order, whatever each has to wait for.
      adding = adding.then(() => send(own));
    },
    async stop() {
      await adding;
      await events?.stop();
    },
  };
}
