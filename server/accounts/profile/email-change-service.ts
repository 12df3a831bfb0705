import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { isUniqueViolation } from '#server/platform/database/unique-violation.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import { rateLimitError } from '#server/platform/limits/rate-limit-error.ts';
import { describeEmailChange, describeEmailChanged } from '../mail-texts.ts';
import { codeLifeMs, noticeLifeMs } from '../policy.ts';
import type { SessionStore } from '../sessions/store.ts';
import { type CodeService, invalidCode } from '../sign-in/code-service.ts';
import { requireFreshProof } from '../sign-in/fresh-proof.ts';
import type { AccountLimits } from '../sign-in/limits.ts';
import type { UserStore } from '../user-store.ts';
import type { Member } from '../visitor.ts';

/** Changes the e-mail address of an account, with a code sent to the new one. */
export interface EmailChangeService {
  /** Mails a code to the new address. */
  sendCode(email: string, member: Member): Promise<{ message: string; challengeSecret: string }>;
  /**
   * Changes the address, and notifies the old one. Throws `invalid_code`, or `conflict` where another account has the
   * address.
   */
  changeEmail(given: { email: string; code: string }, member: Member): Promise<void>;
}

export interface EmailChangeDeps {
  readonly db: Database;
  readonly users: Pick<UserStore, 'updateEmail'>;
  readonly sessions: Pick<SessionStore, 'renewProof'>;
  readonly codes: CodeService;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly limits: AccountLimits;
  readonly clock: Clock;
  readonly publicUrl: () => string;
}

export function createEmailChangeService(deps: EmailChangeDeps): EmailChangeService {
  const { db, users, sessions, codes, outbox, limits, clock, publicUrl } = deps;
  return {
    async sendCode(email, { session, network, challengeSecret }) {
      requireFreshProof(session, clock.now());
      if (email === session.email)
        throw new AppError('conflict', 'This is already the address of your account.');
      await limits.takeTry('sign-in', network);
      const mail = await limits.takeMail(email, false);
      const requested = await transact(db, async (tx) => {
        const audience = session.id;
        const request = { purpose: 'change_email', email, audience, userId: session.id, mail } as const;
        const answer = await codes.request(tx, { ...request, secret: challengeSecret });
        if (answer?.code === undefined) return answer;
        const text = describeEmailChange({ code: answer.code, publicUrl: publicUrl() });
        await outbox.add(tx, { ...text, to: email, userId: session.id, lifeMs: codeLifeMs });
        return answer;
      });
      if (!requested) throw rateLimitError(mail.retryAfterMs);
      return {
        message: 'We sent a code to the new address. It works for 10 minutes.',
        challengeSecret: requested.secret,
      };
    },

    async changeEmail({ email, code }, { session, network, challengeSecret }) {
      await limits.takeTry('verify', network);
      const checked = await codes.check({ purpose: 'change_email', email, code, secret: challengeSecret });
      if (checked.userId !== session.id) throw invalidCode();
      const notice = describeEmailChanged({ publicUrl: publicUrl() });
      await transact(db, async (tx) => {
        await codes.use(tx, checked);
        await users.updateEmail(tx, session.id, email);
        await sessions.renewProof(tx, session.sessionId);
        await outbox.add(tx, { ...notice, to: session.email, userId: session.id, lifeMs: noticeLifeMs });
      }).catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw new AppError('conflict', 'Another account already has this address.');
      });
    },
  };
}
