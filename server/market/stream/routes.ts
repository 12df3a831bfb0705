import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequireUser, SessionUser } from '#server/platform/http/request-user.ts';
import type { Redis } from '#server/platform/redis/redis.ts';
import { createEventStream, type EventStreamOptions } from '#server/platform/streams/event-stream.ts';
import {
  createPersonalStreams,
  type PersonalStreamsDeps,
} from '#server/platform/streams/personal-streams.ts';
import { createSharedEvents } from '#server/platform/streams/shared-events.ts';
import { parsePosition } from '#server/platform/streams/stream-position.ts';
import type { RateService } from '../rates/service.ts';
import type { MarketService } from '../service.ts';
import { createMarketPublisher } from './market-publisher.ts';
import { createSharedQuotes } from './shared-quotes.ts';
import { registerStreamMetrics } from './stream-metrics.ts';

/** The job that reads what other servers have sent. */
export interface StreamWork {
  prepare(): Promise<void>;
  stop(): Promise<void>;
}

export interface StreamDeps {
  readonly market: MarketService;
  readonly rates: Pick<RateService, 'getCurrent' | 'onChange'>;
  readonly requireUser: RequireUser<SessionUser>;
  readonly personal: PersonalStreamsDeps;
  readonly registry?: Registry;
  readonly stream?: EventStreamOptions;
  /** Set if servers share a database, and so send the same events. With Redis, clients can continue at any of them. */
  readonly shared?: { readonly redis: Redis | undefined } | undefined;
  /** Calls `listener` when the server is taken out of service, so that its streams move elsewhere. */
  readonly onLeave?: ((listener: () => void) => void) | undefined;
}

const querySchema = z.object({
  events: z
    .enum(['all', 'alert'])
    .default('all')
    .describe('`alert` leaves out the market: for clients in the background'),
});
const retryAfterSeconds = 30;

const description = `Server-sent events, in UTF-8, until either side ends the connection:

- \`status\`: the market's source, state and age; at once, and with each change of source or state
- \`rates\`: as \`GET /api/rates\`; at once, and with each change
- \`quotes\`: the coins that changed since the previous event, with each refresh of the market
- \`alert\`: one of your alerts has triggered; only with a Bearer header, which must be valid
- \`reset\`: a JSON array of the names of the above events of which you may have missed some

\`Last-Event-ID\` brings missed events: all \`quotes\` of the last 5 minutes, and the \`alert\`s. If some can no longer be
sent, \`reset\` names them; for \`quotes\`, an event with every listed coin follows it. A line with only a colon is a
heartbeat. A client that does not read is disconnected.`;

/**
 * `GET /api/stream`: server-sent events. A client immediately receives `status` and `rates`, then `quotes` (the changed
 * coins) with each snapshot and `status` with each change of state or source; with a Bearer header, also its user's
 * `alert`s.
 *
 * Returns the job that reads what other servers have sent; prepare it before the first snapshot.
 */
export function registerStreamRoutes(app: FastifyInstance, deps: StreamDeps): StreamWork {
  const { market, requireUser } = deps;
  const { events } = deps.personal;
  const stream = createEventStream({ ...deps.stream, isShared: deps.shared !== undefined }, () =>
    events.position(),
  );
  const personal = createPersonalStreams({ ...deps.personal, checkMs: deps.stream?.heartbeatMs });
  const shared = deps.shared && createSharedQuotes(stream, createEvents(deps.shared));
  const { welcome, stop } = createMarketPublisher(market, deps.rates, stream, shared);
  // Before the server waits for its connections to close, because streams never end on their own.
  app.addHook('preClose', async () => {
    stop();
    personal.close();
    stream.close();
  });
  deps.onLeave?.(stream.close);
  if (deps.registry) registerStreamMetrics(deps.registry, stream, personal);

  function open(
    request: FastifyRequest,
    reply: FastifyReply,
    user: SessionUser | undefined,
    isAlertOnly: boolean,
  ) {
    const position = parsePosition(request.headers['last-event-id']?.toString());
    const client = stream.open(request, reply, {
      position,
      welcome: isAlertOnly ? undefined : welcome,
      personal: user && (position.personal ?? events.position()),
    });
    if (!client)
      throw new AppError('market_unavailable', 'Too many streams are open. Please try again later.', {
        retryAfter: retryAfterSeconds,
      });
    if (user) personal.attach(client, { id: user.id, sessionId: user.sessionId }, position.personal);
  }

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/stream',
    {
      exposeHeadRoute: false,
      schema: {
        tags: ['market'],
        summary: 'Quotes, status and alerts as server-sent events',
        description,
        querystring: querySchema,
        produces: ['text/event-stream'],
      },
    },
    async (request, reply) => {
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin' && site !== 'none')
        throw new AppError('forbidden', 'The stream is for pages of this site only.');
      const isAlertOnly = request.query.events === 'alert';
      const isMember = request.headers.authorization !== undefined || isAlertOnly;
      open(request, reply, isMember ? await requireUser(request) : undefined, isAlertOnly);
    },
  );
  return {
    prepare: async () => shared?.start(),
    stop: async () => shared?.stop(),
  };
}

const createEvents = ({ redis }: { readonly redis: Redis | undefined }) => redis && createSharedEvents(redis);
