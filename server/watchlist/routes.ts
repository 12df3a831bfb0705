import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { coinIdSchema } from '#contract/market.ts';
import { addWatchlistItemSchema, watchlistItemSchema, watchlistSchema } from '#contract/watchlist.ts';
import {
  idempotentConfig,
  idempotentHeaders,
  idempotentResponses,
} from '#server/platform/http/idempotency/idempotent-route.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import type { WatchlistService } from './service.ts';

const tags = ['watchlist'];
const refused = { 401: errorBodySchema };
const badRequest = { ...refused, 400: errorBodySchema, 404: errorBodySchema };

/** `/api/watchlist`: the watchlist of a signed-in user. */
export function registerWatchlistRoutes(
  app: FastifyInstance,
  { watchlist, gate }: { watchlist: WatchlistService; gate: UserGate },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;

  routes.get(
    '/api/watchlist',
    {
      onRequest,
      schema: { tags, summary: 'Watched coins', response: { 200: watchlistSchema, ...refused } },
    },
    (request) => watchlist.listItems(userOf(request).id),
  );

  routes.post(
    '/api/watchlist',
    {
      onRequest,
      config: idempotentConfig,
      schema: {
        tags,
        summary: 'Add a coin to the watchlist',
        description:
          '201 for a new entry, 200 with the existing one otherwise. `addedAt` puts a removed coin back in its place. An account has room for 5,000; beyond that: 409.',
        headers: idempotentHeaders,
        body: addWatchlistItemSchema,
        response: {
          200: watchlistItemSchema,
          201: watchlistItemSchema,
          ...badRequest,
          ...idempotentResponses,
          403: errorBodySchema,
          503: errorBodySchema,
        },
      },
    },
    async (request, reply) => {
      const { item, isNew } = await watchlist.addItem(
        userOf(request).id,
        request.body.coinId,
        request.body.addedAt,
      );
      return reply.code(isNew ? 201 : 200).send(item);
    },
  );

  routes.delete(
    '/api/watchlist/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Remove a coin from the watchlist, by its coin id',
        params: z.object({ id: coinIdSchema }),
        response: { 204: z.null(), ...badRequest },
      },
    },
    async (request, reply) => {
      await watchlist.removeItem(userOf(request).id, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
