import type { RateWindow } from '#server/platform/limits/rate-limiter.ts';

/* The figures of contact and leads, in milliseconds, and what their parts agree on. */

const hour = 60 * 60_000;
const day = 24 * hour;

/** Messages, and requests for guides and the newsletter: each by address, and each by network. */
export const askedByAddress: readonly RateWindow[] = [{ count: 5, ms: hour }];
export const askedByNetwork: readonly RateWindow[] = [{ count: 5, ms: hour }];

/** How long an address gets no second mail of one kind, whoever asks for it. */
export const sameMailEveryMs = day;
/** How long an address that was unsubscribed gets none at all. */
export const silenceDays = 30;
export const silenceMs = silenceDays * day;

/** How long a message to the support is tried; it is kept longer. */
export const messageMailLifeMs = 30 * day;
export const leadMailLifeMs = 3 * day;

/** Where mail programs unsubscribe, followed by the token. */
export const oneClickPath = '/api/leads/unsubscribe';

/** After which time messages, and addresses whose newsletter was never confirmed, are forgotten. */
export const keptMs = 365 * day;
/** How often that is looked at. */
export const sweepEveryMs = day;
