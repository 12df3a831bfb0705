import type { RateWindow } from '#server/platform/limits/rate-limiter.ts';

/* The figures of signing in, in milliseconds unless they say otherwise. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export const codeLifeMs = 10 * minute;
export const codeTries = 5;

/** How many API keys an account may have. */
export const mostApiKeys = 10;
/** How many an account may make, those that were deleted since with them: each is told to its mailbox. */
export const newApiKeysByAccount: readonly RateWindow[] = [{ count: 20, ms: day }];
/** Calls with one API key. */
export const callsByApiKey: readonly RateWindow[] = [{ count: 300, ms: minute }];

/** How long somebody has to answer their own device. */
export const passkeyChallengeLifeMs = 5 * minute;
/** How many passkeys an account may have. */
export const mostPasskeys = 20;

export const sessionLifeMs = 30 * day;
export const sessionIdleMs = 14 * day;
/** A session is noted as seen, and an API key as used, at most this often. */
export const seenEveryMs = minute;

/** How long a proof, by code or passkey, allows what is sensitive. */
export const freshProofMs = 10 * minute;

/** The longest that browsers keep a cookie. */
export const browserNameLifeMs = 400 * day;
/** After which time without use an unproved account ends. */
export const unprovenLifeMs = 30 * day;

/** How long the notices of a changed address, of a new passkey and of a new API key are tried. */
export const noticeLifeMs = 3 * day;

export const signUpsByNetwork: readonly RateWindow[] = [{ count: 10, ms: hour }];
export const signInsByNetwork: readonly RateWindow[] = [{ count: 20, ms: hour }];
export const verifiesByNetwork: readonly RateWindow[] = [{ count: 30, ms: 10 * minute }];

/** Mails to one address, whoever asks. */
export const mailsByAddress: readonly RateWindow[] = [
  { count: 1, ms: minute },
  { count: 3, ms: 15 * minute },
];
/** Besides: for strangers together, and as many more for the browsers of the account that has the address. */
export const mailsByAsker: readonly RateWindow[] = [{ count: 10, ms: day }];
