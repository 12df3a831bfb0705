import {
  type RateDecision,
  type RateLimit,
  type RateLimiter,
  type RateWindow,
  takeOrThrow,
} from '#server/platform/limits/rate-limiter.ts';
import {
  mailsByAddress,
  mailsByRequester,
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

/** Limits on what one network or account may do, and on mails to one address. */
export interface AccountLimits {
  /** Throws `rate_limited` where the network has used up its tries. */
  takeTry(what: keyof typeof windowsOf, network: string): Promise<void>;
  /** Throws `rate_limited` where the account has created too many. */
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

/** Requests by strangers don't use up the daily allowance of the account's own browsers. */
function mailLimits(email: string, isOwner: boolean): RateLimit[] {
  return [
    { subject: `mail to ${email}`, windows: mailsByAddress },
    { subject: `mail to ${email} for ${isOwner ? 'its owner' : 'strangers'}`, windows: mailsByRequester },
  ];
}
