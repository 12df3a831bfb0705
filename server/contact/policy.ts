import type { RateWindow } from '#server/platform/limits/rate-limiter.ts';

/* Limits and durations of contact and leads, in milliseconds. */

const hour = 60 * 60_000;
const day = 24 * hour;

/** Messages, and requests for guides and the newsletter, each counted by address and by network. */
export const requestsByAddress: readonly RateWindow[] = [{ count: 5, ms: hour }];
export const requestsByNetwork: readonly RateWindow[] = [{ count: 5, ms: hour }];

/** An address gets a mail of one kind at most once in this time. */
export const sameMailEveryMs = day;
/** An address that unsubscribed gets no mail at all for this long. */
export const silenceDays = 30;
export const silenceMs = silenceDays * day;

/** How long delivery of a message to the support is attempted. The message itself is kept longer. */
export const messageMailLifeMs = 30 * day;
export const leadMailLifeMs = 3 * day;

/** One-click unsubscribe of mail programs; the token follows. */
export const oneClickPath = '/api/leads/unsubscribe';

/** Messages, and addresses without a confirmed newsletter, are removed after this time. */
export const keptMs = 365 * day;
export const sweepEveryMs = day;
