import type { Milliseconds } from '#contract/units.ts';
import type { RateWindow } from '#server/platform/limits/rate-limiter.ts';

/* The times and limits of accounts and signing in. */

const minute: Milliseconds = 60_000;
const hour: Milliseconds = 60 * minute;
const day: Milliseconds = 24 * hour;

export const codeLifeMs = 10 * minute;
export const maxCodeTries = 5;
/** For this long after an e-mail, further requests send none. */
export const resendAfterMs = minute;

/** Per account. */
export const maxApiKeys = 10;
/** New API keys per account, including deleted ones, because each sends an e-mail. */
export const newApiKeysByAccount: readonly RateWindow[] = [{ count: 20, ms: day }];
export const callsByApiKey: readonly RateWindow[] = [{ count: 300, ms: minute }];

/** How long a user has to answer their device's prompt. */
export const passkeyChallengeLifeMs = 5 * minute;
/** Per account. */
export const maxPasskeys = 20;

export const sessionLifeMs = 30 * day;
export const sessionIdleMs = 14 * day;
/** Uses of a session or an API key are recorded at most this often. */
export const seenEveryMs = minute;

/** How long a proof by code or passkey allows sensitive actions. */
export const freshProofMs = 10 * minute;

/** How long the old mailbox can undo an address change. */
export const emailUndoMs = 72 * hour;

/** The maximum cookie lifetime in browsers. */
export const browserNameLifeMs = 400 * day;
/** Unverified accounts are removed after this long without use. */
export const unverifiedLifeMs = 30 * day;

/** How long delivery of a notice about a new address, passkey or API key is retried. */
export const noticeLifeMs = 3 * day;

export const signUpsByNetwork: readonly RateWindow[] = [{ count: 10, ms: hour }];
export const signInsByNetwork: readonly RateWindow[] = [{ count: 20, ms: hour }];
export const verificationsByNetwork: readonly RateWindow[] = [{ count: 30, ms: 10 * minute }];

/** Imports of whole accounts, each of which takes seconds to read. */
export const importsByNetwork: readonly RateWindow[] = [{ count: 20, ms: hour }];

/**
 * E-mails to one address. Strangers and browsers known to the address's account are counted separately, so that a
 * stranger can't use up the owner's e-mails.
 */
export const mailsByAddress: readonly RateWindow[] = [
  { count: 1, ms: resendAfterMs },
  { count: 3, ms: 15 * minute },
  { count: 10, ms: day },
];

/**
 * How many of the strangers' e-mails may be for accounts that want to change to this address. Their codes can't be used to
 * sign in, so the rest of the e-mails are kept for signing in.
 */
export const changeMailsByAddress: readonly RateWindow[] = [
  { count: 2, ms: 15 * minute },
  { count: 5, ms: day },
];
