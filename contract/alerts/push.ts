import { z } from 'zod';

/*
 * Push messages, and the browsers that are subscribed to them. The settings are in `alerts.ts`.
 */

/** Answer of `GET /api/alerts/push/key`: the browser's `applicationServerKey`, base64url. */
export const pushKeySchema = z.object({ publicKey: z.string() });

const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), 'Must be a key in base64url');

/** Normalized to ASCII, so that everything that parses it finds the same host. */
const endpointSchema = z
  .url({ protocol: /^https$/, normalize: true, error: 'Must be an https address' })
  .max(2000);

/** Body of `POST /api/alerts/push/subscriptions`: `PushSubscription.toJSON()` of the browser. */
export const addPushSubscriptionSchema = z.strictObject({
  endpoint: endpointSchema,
  expirationTime: z.number().nullish(),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
});
export type AddPushSubscription = z.output<typeof addPushSubscriptionSchema>;

/** Body of `DELETE /api/alerts/push/subscriptions`. */
export const removePushSubscriptionSchema = z.strictObject({ endpoint: endpointSchema });

/** Sent to the service worker when an alert fires, and shown once per `id`. */
export interface PushMessage {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** The page to open. */
  readonly path: string;
}
