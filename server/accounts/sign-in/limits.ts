import {
  type RateDecision,
  type RateLimit,
  type RateLimiter,
  type RateWindow,
  takeOrThrow,
} from '#server/platform/limits/rate-limiter.ts';
import {
  changeMailsByAddress,
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
  /** Counts an e-mail with a code to sign in. `isOwner`: a browser known to the address's account requests it. */
  takeMail(email: string, isOwner: boolean): Promise<RateDecision>;
  /** Counts an e-mail with a code that makes the address that of another account. */
  takeChangeMail(email: string): Promise<RateDecision>;
}

const mailsTo = (email: string, audience: 'its owner' | 'strangers'): RateLimit => ({
  subject: `mail to ${email} for ${audience}`,
  windows: mailsByAddress,
});

export function createAccountLimits(limiter: RateLimiter): AccountLimits {
  return {
    takeTry: (what, network) =>
      takeOrThrow(limiter, [{ subject: `${what} from ${network}`, windows: windowsOf[what] }]),
    countNewApiKey: (userId) =>
      takeOrThrow(limiter, [{ subject: `API keys of ${userId}`, windows: newApiKeysByAccount }]),
    takeMail: (email, isOwner) => limiter.take([mailsTo(email, isOwner ? 'its owner' : 'strangers')]),
    takeChangeMail: (email) =>
      limiter.take([
        mailsTo(email, 'strangers'),
        { subject: `mail to ${email} for changes`, windows: changeMailsByAddress },
      ]),
  };
}
