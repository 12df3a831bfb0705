import type { FastifyInstance } from 'fastify';
import type { Coin, MarketStatus, QuotesEvent, StreamQuote } from '#contract/market.ts';
import { AppError } from '../platform/errors.ts';
import { createEventStream, type EventStreamOptions, type StreamEvent } from '../platform/event-stream.ts';
import type { MarketService } from './service.ts';
import type { Snapshot } from './snapshot.ts';

function toQuote(coin: Coin): StreamQuote {
  return {
    id: coin.id,
    current_price: coin.current_price,
    market_cap: coin.market_cap,
    market_cap_rank: coin.market_cap_rank,
    total_volume: coin.total_volume,
    price_change_percentage_24h: coin.price_change_percentage_24h,
    ...(coin.quarantined && { quarantined: true }),
  };
}

const isSameQuote = (a: Coin, b: Coin) =>
  a.current_price === b.current_price &&
  a.market_cap === b.market_cap &&
  a.market_cap_rank === b.market_cap_rank &&
  a.total_volume === b.total_volume &&
  a.price_change_percentage_24h === b.price_change_percentage_24h &&
  a.quarantined === b.quarantined;

/** The quotes of a snapshot that differ from an earlier one; all of them where there is none, or the source is another. */
function listChangedQuotes(earlier: Snapshot | null, later: Snapshot): StreamQuote[] {
  const before = new Map<string, Coin>();
  if (earlier?.source === later.source) for (const coin of earlier.coins) before.set(coin.id, coin);
  const changed = later.coins.filter((coin) => {
    const known = before.get(coin.id);
    return !known || !isSameQuote(known, coin);
  });
  return changed.map(toQuote);
}

function quotesEvent(earlier: Snapshot | null, later: Snapshot): StreamEvent {
  const data: QuotesEvent = {
    source: later.source,
    asOf: new Date(later.asOf).toISOString(),
    quotes: listChangedQuotes(earlier, later),
  };
  return { name: 'quotes', data };
}

const isSameState = (a: MarketStatus, b: MarketStatus) => a.state === b.state && a.source === b.source;

/**
 * `GET /api/stream`: server-sent events for everyone. A client is told the `status` at once, then `quotes` (the
 * changed coins) with each snapshot and `status` with each change of state or source.
 */
export function registerStreamRoutes(
  app: FastifyInstance,
  deps: { market: MarketService; stream?: EventStreamOptions },
): void {
  const { market } = deps;
  const stream = createEventStream(deps.stream);
  let told: { snapshot: Snapshot | null; status: MarketStatus } = {
    snapshot: market.snapshot(),
    status: market.status(),
  };

  const stop = market.onChange(() => {
    const [before, snapshot, status] = [told, market.snapshot(), market.status()];
    told = { snapshot, status };
    if (!isSameState(before.status, status)) stream.publish({ name: 'status', data: status });
    if (snapshot && snapshot !== before.snapshot) stream.publish(quotesEvent(before.snapshot, snapshot));
  });
  // Before the server waits for its connections to end, which these would not do by themselves.
  app.addHook('preClose', async () => {
    stop();
    stream.close();
  });

  const welcome = {
    now: () => [{ name: 'status', data: market.status() }],
    all: () => (told.snapshot ? [quotesEvent(null, told.snapshot)] : []),
  };
  app.get(
    '/api/stream',
    {
      exposeHeadRoute: false,
      schema: {
        tags: ['market'],
        summary: 'Quotes and status as server-sent events',
        produces: ['text/event-stream'],
      },
    },
    (request, reply) => {
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin' && site !== 'none')
        throw new AppError('forbidden', 'The stream is for pages of this site only.');
      if (!stream.open(request, reply, welcome))
        throw new AppError('market_unavailable', 'Too many streams are open. Please try again later.', {
          retryAfter: 30,
        });
    },
  );
}
