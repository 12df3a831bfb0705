import type { Logger } from 'pino';
import type { Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { lockText } from '#server/platform/database/lock-text.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import { isUniqueViolation } from '#server/platform/database/unique-violation.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { writeForUser } from '#server/platform/http/request-user.ts';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import { rateLimitError } from '#server/platform/limits/rate-limit-error.ts';
import type { ApiKeyStore } from '../api-keys/store.ts';
import type { Hashes } from '../hashes.ts';
import { describeEmailChange, describeEmailChanged } from '../mail-texts.ts';
import type { PasskeyStore } from '../passkeys/store.ts';
import { codeLifeMs, emailUndoMs } from '../policy.ts';
import { recordEvent } from '../security-events/service.ts';
import type { SessionStore } from '../sessions/store.ts';
import { type CodeService, invalidCode } from '../sign-in/code-service.ts';
import { requireFreshProof } from '../sign-in/fresh-proof.ts';
import type { AccountLimits } from '../sign-in/limits.ts';
import type { UserStore } from '../user-store.ts';
import type { Member, Visitor } from '../visitor.ts';
import type { EmailUndoStore } from './email-undo-store.ts';

/** Changes an account's e-mail address, using a code sent to the new one. */
export interface EmailChangeService {
  /**
   * E-mails a code to the new address. Throws `verification_required` without a fresh proof, `conflict` if the account
   * already has the address, and `rate_limited`.
   */
  sendCode(email: string, member: Member): Promise<{ message: string; challengeSecret: string }>;
  /**
   * Changes the address, ends all other sessions, and e-mails the old address a link that undoes the change. A change
   * back to an address whose undo link still works ends the links of the addresses in between. Throws `invalid_code`,
   * or `conflict` if another account has the address.
   */
  changeEmail(submitted: { email: string; code: string }, member: Member): Promise<void>;
  /**
   * Restores the address the token was mailed to, ends every session, deletes all passkeys and API keys, and makes all
   * browsers but this one new to the account. If the account had the replaced address even before the restored one, the
   * replaced address is mailed a link too: the earliest mailbox has the last word. Returns the new secret by which the
   * account knows this browser. Throws `not_found` for a token that is unknown, used or expired, and `conflict` if another
   * account now has the address.
   */
  undoChange(token: string, browser: RestoringBrowser): Promise<string>;
}

/** The browser in which the owner restores the address. */
type RestoringBrowser = Pick<Visitor, 'network' | 'userAgent'>;

export interface EmailChangeDeps {
  readonly db: Database;
  readonly users: Pick<UserStore, 'getEmail' | 'updateEmail' | 'addBrowser' | 'forgetBrowsers'>;
  readonly sessions: Pick<SessionStore, 'renewProof' | 'endOthers' | 'endAll'>;
  readonly passkeys: Pick<PasskeyStore, 'removeAll'>;
  readonly apiKeys: Pick<ApiKeyStore, 'removeAll'>;
  readonly emailUndos: EmailUndoStore;
  readonly codes: CodeService;
  readonly hashes: Pick<Hashes, 'ofSecret' | 'allOfSecret'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly limits: AccountLimits;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info'>;
  readonly siteName: string;
  readonly publicUrl: () => string;
}

export function createEmailChangeService(deps: EmailChangeDeps): EmailChangeService {
  const { db, limits, codes } = deps;
  return {
    sendCode: (email, member) => sendCode(deps, email, member),

    async changeEmail({ email, code }, { session, network, challengeSecret }) {
      await limits.takeTry('verify', network);
      const checked = await codes.check({ purpose: 'change_email', email, code, secret: challengeSecret });
      if (checked.userId !== session.id) throw invalidCode();
      await transact(db, async (tx) => {
        await lockAddresses(tx, [session.email, email]);
        if (!(await lockOwner(tx, session.id))) throw invalidCode();
        await codes.use(tx, checked);
        await changeEmail(deps, tx, session, email);
      }).catch((error: unknown) => {
        throw toConflict(error, 'Another account already has this address.');
      });
    },

    async undoChange(token, browser) {
      await limits.takeTry('verify', browser.network);
      // A thief who had the session may have copied the browser's secret with it.
      const browserSecret = makeRandomSecret();
      const { userAgent } = browser;
      const isUndone = await transact(db, (tx) =>
        undoChange(deps, tx, token, { userAgent, browserSecret }),
      ).catch((error: unknown) => {
        throw toConflict(
          error,
          'Another account now has this address. Delete that account first, then press the button again.',
        );
      });
      if (!isUndone) throw new AppError('not_found', 'This link is no longer valid.');
      return browserSecret;
    },
  };
}

async function sendCode(deps: EmailChangeDeps, email: string, { session, network, challengeSecret }: Member) {
  const { db, codes, outbox, limits, clock, siteName, publicUrl } = deps;
  requireFreshProof(session, clock.now());
  if (email === session.email) throw new AppError('conflict', 'This is already the address of your account.');
  await limits.takeTry('sign-in', network);
  const mail = await limits.takeChangeMail(email);
  const { id } = session;
  const requested = await writeForUser(() =>
    transact(db, async (tx) => {
      const request = { purpose: 'change_email', email, audience: id, userId: id, mail } as const;
      const answer = await codes.request(tx, { ...request, secret: challengeSecret });
      if (answer?.code === undefined) return answer;
      const text = describeEmailChange({ code: answer.code, siteName, publicUrl: publicUrl() });
      await outbox.add(tx, { ...text, to: email, userId: id, lifeMs: codeLifeMs });
      return answer;
    }),
  );
  if (!requested) throw rateLimitError(mail.retryAfterMs);
  return {
    message: 'We sent a code to the new address. It works for 10 minutes.',
    challengeSecret: requested.secret,
  };
}

/**
 * Makes changes from or to the same address wait for each other. Called before accounts are locked: two that exchange their
 * addresses would wait for each other forever.
 */
async function lockAddresses(tx: Tx, emails: readonly string[]): Promise<void> {
  for (const email of [...new Set(emails)].sort()) await lockText(tx, `account of ${email}`);
}

async function changeEmail(
  deps: EmailChangeDeps,
  tx: Tx,
  session: Member['session'],
  email: string,
): Promise<void> {
  const { users, sessions, emailUndos, clock } = deps;
  const { id: userId, sessionId, email: oldEmail, userAgent } = session;
  // The session may have ended since the request was admitted, for example by the undo link of an earlier change.
  if (!(await sessions.renewProof(tx, sessionId)))
    throw new AppError('unauthorized', 'This session has ended.');
  // The old address would get no link if this session has just changed the address, by a request that came earlier.
  if ((await users.getEmail(tx, userId)) !== oldEmail)
    throw new AppError('conflict', 'The address was changed in the meantime. Please try again.');
  await users.updateEmail(tx, userId, email);
  await sessions.endOthers(tx, userId, sessionId);
  await recordEvent(deps, tx, { userId, kind: 'email_changed', userAgent });
  const now = clock.now();
  const earlier = await emailUndos.findFirstFrom(tx, userId, email);
  // It must outlast the new link, which may be in the hands of the thief the account was recovered from.
  if (earlier) await emailUndos.removeLaterAndExtend(tx, earlier, now + emailUndoMs);
  await mailUndo(deps, tx, { userId, oldEmail, changedAt: now });
}

/** E-mails an address the link that returns the account to it. `changedAt`: the time of the change that it undoes. */
async function mailUndo(
  { emailUndos, hashes, outbox, clock, siteName, publicUrl }: EmailChangeDeps,
  tx: Tx,
  { userId, oldEmail, changedAt }: { userId: string; oldEmail: string; changedAt: Instant },
): Promise<void> {
  const token = makeRandomSecret();
  await emailUndos.add(tx, {
    token_hash: hashes.ofSecret(token),
    user_id: userId,
    old_email: oldEmail,
    created_at: changedAt,
    expires_at: clock.now() + emailUndoMs,
  });
  const notice = describeEmailChanged({ token, siteName, publicUrl: publicUrl() });
  await outbox.add(tx, { ...notice, to: oldEmail, userId, lifeMs: emailUndoMs });
}

/** Returns false if the token is not valid. */
async function undoChange(
  deps: EmailChangeDeps,
  tx: Tx,
  token: string,
  { userAgent, browserSecret }: { userAgent: string; browserSecret: string },
): Promise<boolean> {
  const { users, sessions, passkeys, apiKeys, emailUndos, hashes, clock } = deps;
  const found = await emailUndos.find(tx, hashes.allOfSecret(token));
  const current = found && (await users.getEmail(tx, found.user_id));
  if (!found || current === undefined) return false;
  await lockAddresses(tx, [found.old_email, current]);
  if (!(await lockOwner(tx, found.user_id))) return false;
  // Read again under the lock, so that nobody else can use it.
  const undo = await emailUndos.find(tx, hashes.allOfSecret(token));
  if (!undo) return false;
  const { user_id: userId, old_email: restored, created_at } = undo;
  const displaced = (await users.getEmail(tx, userId))!;
  await emailUndos.removeFrom(tx, undo);
  await users.updateEmail(tx, userId, restored);
  await sessions.endAll(tx, userId);
  // A thief's known browser could use up the codes kept for the owner's, and would sign in without notice.
  await users.forgetBrowsers(tx, userId);
  // The owner's browser must be a known one: strangers can use up the codes for all others.
  await users.addBrowser(tx, hashes.ofSecret(browserSecret), userId, clock.now());
  await recordEvent(deps, tx, { userId, kind: 'email_restored', userAgent });
  // Passkeys and API keys open the account without its mailbox, and a thief may have added them.
  if ((await passkeys.removeAll(tx, userId)) > 0)
    await recordEvent(deps, tx, { userId, kind: 'passkey_removed', userAgent });
  if ((await apiKeys.removeAll(tx, userId)) > 0)
    await recordEvent(deps, tx, { userId, kind: 'api_key_removed', userAgent });
  const earlier = displaced === restored ? undefined : await emailUndos.findFirstFrom(tx, userId, displaced);
  if (earlier && earlier.created_at < created_at)
    await mailUndo(deps, tx, { userId, oldEmail: displaced, changedAt: earlier.created_at });
  return true;
}

function toConflict(error: unknown, message: string): unknown {
  return isUniqueViolation(error) ? new AppError('conflict', message) : error;
}
