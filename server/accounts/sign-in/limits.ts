import {
  type RateDecision,
  type RateLimit,
  type RateLimiter,
  type RateWindow,
  takeOrThrow,
} from '#server/platform/limits/rate-limiter.ts';
import {
  mailsByAddress,
  mailsByAsker,
  newApiKeysByAccount,
  signInsByNetwork,
  signUpsByNetwork,
  verifiesByNetwork,
} from '../policy.ts';

const windowsOf = {
  'sign-up': signUpsByNetwork,
  'sign-in': signInsByNetwork,
  verify: verifiesByNetwork,
} satisfies Record<string, readonly RateWindow[]>;

/** How often people of one network, or an account, may do something, and how many mails an address may get. */
export interface AccountLimits {
  /** Throws `rate_limited` where the network did it too often. */
  takeTry(what: keyof typeof windowsOf, network: string): Promise<void>;
  /** Throws `rate_limited` where the account made too many. */
  takeNewApiKey(userId: string): Promise<void>;
  /** Counts a mail to an address. */
  takeMail(email: string, isOwner: boolean): Promise<RateDecision>;
}

export function createAccountLimits(limiter: RateLimiter): AccountLimits {
  return {
    takeTry: (what, network) =>
      takeOrThrow(limiter, [{ subject: `${what} from ${network}`, windows: windowsOf[what] }]),
    takeNewApiKey: (userId) =>
      takeOrThrow(limiter, [{ subject: `API keys of ${userId}`, windows: newApiKeysByAccount }]),
    takeMail: (email, isOwner) => limiter.take(mailLimits(email, isOwner)),
  };
}

/** What strangers ask for does not count against what the account's own browsers may ask for in a day. */
function mailLimits(email: string, isOwner: boolean): RateLimit[] {
  return [
    { subject: `mail to ${email}`, windows: mailsByAddress },
    { subject: `mail to ${email} for ${isOwner ? 'its owner' : 'strangers'}`, windows: mailsByAsker },
  ];
}
