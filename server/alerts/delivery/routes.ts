import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  alertSettingsSchema,
  firingsPageSchema,
  firingsQuerySchema,
  markSeenSchema,
  unseenSchema,
  updateAlertSettingsSchema,
} from '#contract/alerts/alerts.ts';
import {
  addPushSubscriptionSchema,
  pushKeySchema,
  removePushSubscriptionSchema,
} from '#contract/alerts/push.ts';
import { errorBodySchema } from '#contract/errors.ts';
import type { SessionUser } from '#server/platform/http/request-user.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import type { DeliveryService } from './service.ts';

export interface DeliveryRoutesDeps {
  readonly delivery: DeliveryService;
  readonly gate: UserGate;
  /** Settings belong to a browser session, so API keys can't access them. */
  readonly sessionGate: UserGate<SessionUser>;
}

const tags = ['alerts'];
const unauthorized = { 401: errorBodySchema };
const refused = { 400: errorBodySchema, ...unauthorized };

/** The history of firings, and the notification settings. */
export function registerDeliveryRoutes(app: FastifyInstance, deps: DeliveryRoutesDeps): void {
  registerHistoryRoutes(app, deps);
  registerSettingsRoutes(app, deps);
  registerPushRoutes(app, deps);
}

function registerHistoryRoutes(app: FastifyInstance, { delivery, gate }: DeliveryRoutesDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = gate;

  routes.get(
    '/api/alerts/history',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Firings, newest first',
        querystring: firingsQuerySchema,
        response: { 200: firingsPageSchema, ...refused },
      },
    },
    (request) => delivery.listFirings(userOf(request).id, request.query.before),
  );
  routes.post(
    '/api/alerts/history/seen',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Mark firings as seen',
        description: 'Returns how many are left unseen.',
        body: markSeenSchema,
        response: { 200: unseenSchema, ...refused },
      },
    },
    (request) => delivery.markSeen(userOf(request).id, request.body.upTo),
  );
  routes.get(
    '/api/alerts/unseen',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Number of unseen firings',
        response: { 200: unseenSchema, ...unauthorized },
      },
    },
    (request) => delivery.countUnseen(userOf(request).id),
  );
}

function registerSettingsRoutes(app: FastifyInstance, { delivery, sessionGate }: DeliveryRoutesDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = sessionGate;

  routes.get(
    '/api/alerts/settings',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Notification settings',
        response: { 200: alertSettingsSchema, ...unauthorized },
      },
    },
    (request) => delivery.getSettings(userOf(request)),
  );
  routes.put(
    '/api/alerts/settings',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Change notification settings',
        description:
          'Fields you leave out stay as they are. Email and push messages are only sent to verified accounts.',
        body: updateAlertSettingsSchema,
        response: { 200: alertSettingsSchema, ...refused },
      },
    },
    (request) => delivery.updateSettings(userOf(request), request.body),
  );
}

function registerPushRoutes(app: FastifyInstance, { delivery, sessionGate }: DeliveryRoutesDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { onRequest, userOf } = sessionGate;

  routes.get(
    '/api/alerts/push/key',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Public key for push subscriptions',
        response: { 200: pushKeySchema, ...unauthorized },
      },
    },
    () => ({ publicKey: delivery.pushKey }),
  );
  routes.post(
    '/api/alerts/push/subscriptions',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Subscribe this browser to push messages',
        description: 'The subscription lasts as long as the session and replaces an earlier one.',
        body: addPushSubscriptionSchema,
        response: { 201: alertSettingsSchema, ...refused, 403: errorBodySchema },
      },
    },
    async (request, reply) => {
      const settings = await delivery.addSubscription(userOf(request), request.body);
      return reply.code(201).send(settings);
    },
  );
  routes.delete(
    '/api/alerts/push/subscriptions',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Unsubscribe a browser from push messages',
        description: 'Does nothing if the browser is not subscribed.',
        body: removePushSubscriptionSchema,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      await delivery.removeSubscription(userOf(request), request.body.endpoint);
      return reply.code(204).send(null);
    },
  );
}
