import type { EventStream, StreamEvent, Welcome } from '#server/platform/streams/event-stream.ts';
import type { MarketService } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';
import { isSameState, quotesEvent, statusEvent } from './stream-events.ts';

/** Earlier quotes may have gaps. */
const reset: StreamEvent = { name: 'reset', data: ['quotes'] };

/** Publishes every change of the market to the stream; returns the first events of a new client, and how to stop. */
export function createMarketPublisher(
  market: MarketService,
  stream: EventStream,
): { readonly welcome: Welcome; stop(): void } {
  let published = { snapshot: market.snapshot(), status: market.status() };
  let all: { of: Snapshot; event: StreamEvent } | undefined;
  const stop = market.onChange(() => {
    const [before, snapshot, status] = [published, market.snapshot(), market.status()];
    published = { snapshot, status };
    if (!isSameState(before.status, status)) stream.publish(statusEvent(status));
    if (snapshot && snapshot !== before.snapshot) stream.publish(quotesEvent(before.snapshot, snapshot));
  });
  const welcome: Welcome = {
    now: () => [statusEvent(market.status())],
    all: () => {
      const { snapshot } = published;
      if (!snapshot) return [reset];
      // Many clients reconnect at once: one event for all of them is encoded once.
      if (all?.of !== snapshot) all = { of: snapshot, event: quotesEvent(null, snapshot) };
      return [reset, all.event];
    },
  };
  return { welcome, stop };
}
