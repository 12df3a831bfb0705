import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  addAlertSchema,
  alertSchema,
  alertsQuerySchema,
  alertsSchema,
  maxAlertsPage,
  pauseAlertSchema,
  pausedAlertSchema,
  updateAlertSchema,
} from '#contract/alerts/alerts.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { itemIdSchema } from '#contract/item-id.ts';
import {
  idempotentConfig,
  idempotentHeaders,
  idempotentResponses,
} from '#server/platform/http/idempotency/idempotent-route.ts';
import { ownPagesOnly } from '#server/platform/http/request-origin.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import type { AlertService } from './service.ts';

export interface AlertRoutesDeps {
  readonly alerts: AlertService;
  readonly gate: UserGate;
  readonly publicUrl: () => string;
}

const tags = ['alerts'];
const params = z.object({ id: itemIdSchema });
const refused = { 400: errorBodySchema, 401: errorBodySchema };
const notFound = { ...refused, 404: errorBodySchema };
const aboutCoin = { ...notFound, 403: errorBodySchema, 503: errorBodySchema };

/** `/api/alerts`: a user's price alerts. */
export function registerAlertRoutes(app: FastifyInstance, deps: AlertRoutesDeps): void {
  registerListRoutes(app, deps);
  registerAlertRoute(app, deps);
  registerPauseRoute(app, deps);
}

function registerListRoutes(app: FastifyInstance, { alerts, gate }: AlertRoutesDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;

  routes.get(
    '/api/alerts',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Price alerts',
        description:
          'Newest first, at most 1,000 (`limit`). While there are more, the header `Link: <…>; rel="next"` has the address of the next page.',
        querystring: alertsQuerySchema,
        response: { 200: alertsSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { limit: count = maxAlertsPage, cursor } = request.query;
      const page = await alerts.listPage(userOf(request).id, { count, cursor });
      if (page.next !== undefined) {
        reply.header('link', `</api/alerts?limit=${count}&cursor=${page.next}>; rel="next"`);
      }
      return [...page.alerts];
    },
  );
  routes.post(
    '/api/alerts',
    {
      onRequest,
      config: idempotentConfig,
      schema: {
        tags,
        summary: 'Add an alert',
        headers: idempotentHeaders,
        description:
          'The alert is active at once. If its condition already holds, it waits for the next crossing, or fires on the next quote with `whenTrue: fire`.',
        body: addAlertSchema,
        response: { 201: alertSchema, ...aboutCoin, ...idempotentResponses },
      },
    },
    async (request, reply) => {
      const alert = await alerts.addAlert(userOf(request).id, request.body);
      return reply.code(201).send(alert);
    },
  );
}

function registerAlertRoute(app: FastifyInstance, { alerts, gate }: AlertRoutesDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;

  routes.put(
    '/api/alerts/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Edit, pause or arm an alert',
        description:
          'Fields you leave out stay as they are. The alert is armed at the current quote when it becomes active, when the condition, threshold, currency or `whenTrue` of an active one changes, and each time with `whenTrue: fire`.',
        params,
        body: updateAlertSchema,
        response: { 200: alertSchema, ...notFound, 403: errorBodySchema },
      },
    },
    (request) => alerts.updateAlert(userOf(request).id, request.params.id, request.body),
  );
  routes.delete(
    '/api/alerts/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete an alert',
        description: 'Its firings stay in the history.',
        params,
        response: { 204: z.null(), ...notFound },
      },
    },
    async (request, reply) => {
      await alerts.removeAlert(userOf(request).id, request.params.id);
      return reply.code(204).send(null);
    },
  );
}

function registerPauseRoute(app: FastifyInstance, { alerts, publicUrl }: AlertRoutesDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/alerts/pause',
    {
      onRequest: ownPagesOnly(publicUrl),
      schema: {
        tags,
        summary: 'Pause an alert with the link in an email',
        description:
          'Works for anybody with the link, signed in or not. An alert that is not active stays as it is.',
        body: pauseAlertSchema,
        response: {
          200: pausedAlertSchema,
          400: errorBodySchema,
          403: errorBodySchema,
          404: errorBodySchema,
        },
      },
    },
    (request) => alerts.pauseAlert(request.body.token),
  );
}
