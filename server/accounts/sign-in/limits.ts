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
  verificationsByNetwork,
} from '../policy.ts';

const windowsOf = {
  'sign-up': signUpsByNetwork,
  'sign-in': signInsByNetwork,
  verify: verificationsByNetwork,
  import: importsByNetwork,
} satisfies Record<string, readonly RateWindow[]>;

/** Limits on one network's or account's actions, and on e-mails to one address. */
export interface AccountLimits {
  /** Throws `rate_limited` if the network has used up its tries. */
  takeTry(what: keyof typeof windowsOf, network: string): Promise<void>;
  /** Throws `rate_limited` if the account has created too many. */
  countNewApiKey(userId: string): Promise<void>;
  /** Counts an e-mail to an address. `isOwner`: the request comes from a browser known to the address's account. */
  takeMail(email: string, isOwner: boolean): Promise<RateDecision>;
}

export function createAccountLimits(limiter: RateLimiter): AccountLimits {
  return {
    takeTry: (what, network) =>
      takeOrThrow(limiter, [{ subject: `${what} from ${network}`, windows: windowsOf[what] }]),
    countNewApiKey: (userId) =>
      takeOrThrow(limiter, [{ subject: `API keys of ${userId}`, windows: newApiKeysByAccount }]),
    takeMail: (email, isOwner) => {
      const subject = `mail to ${email} for ${isOwner ? 'its owner' : 'strangers'}`;
      return limiter.take([{ subject, windows: mailsByAddress }]);
    },
  };
}
