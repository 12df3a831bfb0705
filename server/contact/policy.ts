import type { RateWindow } from '#server/platform/limits/rate-limiter.ts';

/* Limits and durations of contact and leads, in milliseconds. */

const hour = 60 * 60_000;
const day = 24 * hour;

/** Messages and requests for guides and the newsletter, counted separately by address and by network. */
export const requestsByAddress: readonly RateWindow[] = [{ count: 5, ms: hour }];
export const requestsByNetwork: readonly RateWindow[] = [{ count: 5, ms: hour }];

/** An address gets each kind of e-mail at most once within this time. */
export const sameMailEveryMs = day;
/** An address that unsubscribed gets no e-mail for this long. */
export const silenceDays = 30;
export const silenceMs = silenceDays * day;

/** How long delivery of a message to support is attempted. The message itself is kept longer. */
export const messageMailLifeMs = 30 * day;
export const leadMailLifeMs = 3 * day;

/** The path for one-click unsubscribing by mail programs, followed by the token. */
export const oneClickPath = '/api/leads/unsubscribe';

/** Messages, and addresses without a confirmed newsletter, are removed after this time. */
export const keptMs = 365 * day;
export const sweepEveryMs = day;
