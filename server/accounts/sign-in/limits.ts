import {
  type RateDecision,
  type RateLimiter,
  type RateWindow,
  takeOrThrow,
} from '#server/platform/limits/rate-limiter.ts';
import {
  importsByNetwork,
  mailsByAddress,
  newApiKeysByAccount,
  signInsByNetwork,
  signUpsByNetwork,
  verifiesByNetwork,
} from '../policy.ts';

const windowsOf = {
  'sign-up': signUpsByNetwork,
  'sign-in': signInsByNetwork,
  verify: verifiesByNetwork,
  import: importsByNetwork,
} satisfies Record<string, readonly RateWindow[]>;

/** Limits on what one network or account may do, and on mails to one address. */
export interface AccountLimits {
  /** Throws `rate_limited` where the network has used up its tries. */
  takeTry(what: keyof typeof windowsOf, network: string): Promise<void>;
  /** Throws `rate_limited` where the account has created too many. */
  takeNewApiKey(userId: string): Promise<void>;
  /** Counts a mail to an address. `isOwner`: for a browser that the account of the address knows. */
  takeMail(email: string, isOwner: boolean): Promise<RateDecision>;
}

export function createAccountLimits(limiter: RateLimiter): AccountLimits {
  return {
    takeTry: (what, network) =>
      takeOrThrow(limiter, [{ subject: `${what} from ${network}`, windows: windowsOf[what] }]),
    takeNewApiKey: (userId) =>
      takeOrThrow(limiter, [{ subject: `API keys of ${userId}`, windows: newApiKeysByAccount }]),
    takeMail: (email, isOwner) => {
      const subject = `mail to ${email} for ${isOwner ? 'its owner' : 'strangers'}`;
      return limiter.take([{ subject, windows: mailsByAddress }]);
    },
  };
}
