import type { EventStream, StreamEvent, Welcome } from '#server/platform/streams/event-stream.ts';
import type { RateService } from '../rates/service.ts';
import type { MarketService } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';
import type { SharedQuotes } from './shared-quotes.ts';
import { isSameState, quotesEvent, ratesEvent, statusEvent } from './stream-events.ts';

/** Earlier quotes may have gaps. Rates and status are state, so only the last of them counts. */
const reset: StreamEvent = { name: 'reset', data: ['quotes'] };

/** Publishes every market change to the stream; returns the first events of a new client, and the stop function. */
export function createMarketPublisher(
  market: MarketService,
  rates: Pick<RateService, 'getCurrent' | 'onChange'>,
  stream: EventStream,
  shared?: SharedQuotes,
): { readonly welcome: Welcome; stop(): void } {
  let published = { snapshot: market.snapshot(), status: market.status() };
  let all: { of: Snapshot; event: StreamEvent } | undefined;
  const currentRates = createRatesEvent(rates);
  // Each server publishes its own state.
  const publishState = shared ? stream.publishState : stream.publish;
  const publishQuotes = shared
    ? shared.add
    : (before: Snapshot | null, snapshot: Snapshot) => stream.publish(quotesEvent(before, snapshot));
  let publishedRates = currentRates();
  const publishRates = () => {
    const event = currentRates();
    if (event === publishedRates) return;
    publishedRates = event;
    publishState(event);
  };
  const unsubscribe = market.onChange(() => {
    const [before, snapshot, status] = [published, market.snapshot(), market.status()];
    published = { snapshot, status };
    if (!isSameState(before.status, status)) publishState(statusEvent(status));
    if (snapshot && snapshot !== before.snapshot) publishQuotes(before.snapshot, snapshot);
    // Rates become stale together with the market.
    publishRates();
  });
  const unsubscribeRates = rates.onChange(publishRates);
  const welcome: Welcome = {
    now: () => [statusEvent(market.status()), currentRates()],
    all: () => {
      const { snapshot } = published;
      if (!snapshot) return [reset];
      // When many clients reconnect together, one event is encoded once for all of them.
      if (all?.of !== snapshot) all = { of: snapshot, event: quotesEvent(null, snapshot) };
      return [reset, all.event];
    },
  };
  const stop = () => {
    unsubscribe();
    unsubscribeRates();
  };
  return { welcome, stop };
}

/** The current rates as an event: the same object until they change, so that it is encoded once. */
function createRatesEvent(rates: Pick<RateService, 'getCurrent'>): () => StreamEvent {
  let last: { text: string; event: StreamEvent } | undefined;
  return () => {
    const current = rates.getCurrent();
    const text = JSON.stringify(current);
    if (last?.text !== text) last = { text, event: ratesEvent(current) };
    return last.event;
  };
}
