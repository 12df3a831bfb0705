import type { EventStream } from '#server/platform/streams/event-stream.ts';
import type { PlacedEvent, SharedEvents } from '#server/platform/streams/shared-events.ts';
import type { Snapshot } from '../snapshot.ts';
import { quotesEvent } from './stream-events.ts';

/** The quotes of several servers as one list of events. */
export interface SharedQuotes {
  /** Reads the last minutes' events, so that clients of other servers can continue here. */
  start(): Promise<void>;
  /** Sends the event of a new snapshot, unless it was already sent. */
  add(previous: Snapshot | null, snapshot: Snapshot): void;
  stop(): Promise<void>;
}

/**
 * All servers show the same snapshots, and an event has its snapshot's id. Each server offers the events it can build
 * to Redis, where the first one per id wins, and sends what it reads there. While Redis is down it sends its own
 * events: their ids are the same, so nothing is sent twice when Redis returns.
 */
export function createSharedQuotes(
  stream: Pick<EventStream, 'publish' | 'publishShared' | 'position'>,
  events: SharedEvents | undefined,
): SharedQuotes {
  let adding: Promise<void> = Promise.resolve();

  /** Skips an event that follows one not received here: the next own event includes its changes. */
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
    add(previous, snapshot) {
      const { id } = snapshot;
      if (id === undefined) return stream.publish(quotesEvent(previous, snapshot));
      // Without a previous snapshot the event has every coin, so it can follow anything.
      const after = previous?.id ?? (stream.position() || undefined);
      const own = { place: { id, after }, event: quotesEvent(previous, snapshot) };
      // Sent in order, however long each has to wait.
      adding = adding.then(() => send(own));
    },
    async stop() {
      await adding;
      await events?.stop();
    },
  };
}
