import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import type { RateDecision } from '#server/platform/limits/rate-limiter.ts';
import type { Hashes } from '../hashes.ts';
import { codeLifeMs, maxCodeTries, resendAfterMs } from '../policy.ts';
import type { ChallengeStore, OpenChallenge } from './challenge-store.ts';
import { formatCode, normalizeCode } from './code-format.ts';
import type { CodeScope, CodeStore, OpenCode } from './code-store.ts';

export interface CodeRequest extends CodeScope {
  /** The account whose removal also removes the request; null if none. */
  readonly userId: string | null;
  /** The secret of the browser's previous request; undefined if there was none. */
  readonly secret: string | undefined;
  /** Whether an e-mail may be sent. */
  readonly mail: RateDecision;
}

/** The result of a request for a code. */
export interface RequestedCode {
  /** Kept by the browser: the code works only together with it. */
  readonly secret: string;
  /** To be mailed, formatted for people; undefined if nothing is mailed now. */
  readonly code: string | undefined;
}

export interface SubmittedCode {
  readonly purpose: CodeScope['purpose'];
  readonly email: string;
  /** As typed. */
  readonly code: string;
  readonly secret: string | undefined;
}

/** A correct code, and the request of the browser that entered it. */
export interface CheckedCode {
  readonly codeId: string;
  readonly secretHash: string;
  readonly userId: string | null;
}

/**
 * One-time codes, mailed to prove that a user owns an address. Every browser that asks while a code is open shares that
 * code but has its own tries, so that a stranger who asks first can use up neither the owner's e-mails nor their tries.
 */
export interface CodeService {
  /** Opens a code, or joins the open one. Returns undefined if there is none to join and no e-mail may be sent. */
  request(tx: Tx, request: CodeRequest): Promise<RequestedCode | undefined>;
  /** Returns the open code that was entered. Throws `invalid_code` in every other case. */
  check(submitted: SubmittedCode): Promise<CheckedCode>;
  /** Uses up a checked code. Throws `invalid_code` if it has been used since the check. */
  use(tx: Tx, checked: CheckedCode): Promise<void>;
}

export interface CodeServiceDeps {
  readonly store: Pick<CodeStore, 'listOpen' | 'add' | 'updateMailedAt' | 'remove'>;
  readonly challenges: Pick<ChallengeStore, 'add' | 'find' | 'updateExpiry' | 'countAttempt' | 'remove'>;
  readonly db: Parameters<CodeStore['listOpen']>[0];
  readonly hashes: Hashes;
  readonly clock: Clock;
}

export function createCodeService(deps: CodeServiceDeps): CodeService {
  const { store, challenges, db, hashes } = deps;
  return {
    request: (tx, request) => requestCode(deps, tx, request),

    async check({ purpose, email, code, secret }) {
      if (secret === undefined) throw invalidCode();
      const secretHashes = hashes.allOfSecret(secret);
      const challenge = await challenges.countAttempt(secretHashes, { purpose, email }, maxCodeTries);
      if (!challenge) throw invalidCode();
      const typed = normalizeCode(code) ?? '';
      const audiences = listAcceptedAudiences(challenge.audience);
      const open = await store.listOpen(db, { purpose, email, audiences });
      const entered = open.find(({ id, code_hash }) => hashes.isCode(id, typed, code_hash));
      if (!entered) throw invalidCode();
      return { codeId: entered.id, secretHash: challenge.secret_hash, userId: challenge.user_id };
    },

    async use(tx, { codeId, secretHash }) {
      await challenges.remove(tx, secretHash);
      if (!(await store.remove(tx, codeId))) throw invalidCode();
    },
  };
}

async function requestCode(
  deps: CodeServiceDeps,
  tx: Tx,
  request: CodeRequest,
): Promise<RequestedCode | undefined> {
  const { store, challenges, hashes } = deps;
  const { mail, secret } = request;
  const own =
    secret === undefined ? undefined : await challenges.find(tx, hashes.allOfSecret(secret), request);
  const isSpent = own !== undefined && own.tries >= maxCodeTries;
  const open = (await store.listOpen(tx, { ...request, audiences: [request.audience] })).flatMap((row) =>
    readCode(deps, row),
  );
  // A further request within the minute sends nothing, but a later one will.
  const canWait = mail.retryAfterMs <= resendAfterMs || open.some(({ row }) => row.mailed_at !== null);
  if (!mail.isAllowed && !canWait) return undefined;
  // A browser that has used up its tries gets a new code, but only by e-mail.
  if (isSpent && !mail.isAllowed) return { secret: secret!, code: undefined };
  const code = isSpent ? undefined : open[0];
  const sent = code ? await sendAgain(deps, tx, code, request) : await addCode(deps, tx, request);
  const kept = isSpent ? undefined : own;
  return { secret: await keepChallenge(deps, tx, request, kept), code: sent };
}

/**
 * A stranger may have asked after the owner did, so the newest e-mail may hold the stranger's code. The owner can't
 * tell and enters that one.
 */
function listAcceptedAudiences(audience: string): readonly string[] {
  return audience === 'owner' ? ['owner', 'stranger'] : [audience];
}

/** An open code, recomputed with the key that made it. */
interface ReadCode {
  readonly row: OpenCode;
  readonly code: string;
}

/** Empty if the key no longer exists. */
function readCode({ hashes }: CodeServiceDeps, row: OpenCode): ReadCode[] {
  const codes = hashes.codeBytes(row.id).map(formatCode);
  const code = codes.find((one) => hashes.isCode(row.id, normalizeCode(one)!, row.code_hash));
  return code === undefined ? [] : [{ row, code }];
}

/** Returns the code if it may be mailed, which restarts its validity. */
async function sendAgain(
  { store, clock }: CodeServiceDeps,
  tx: Tx,
  { row, code }: ReadCode,
  { mail }: CodeRequest,
): Promise<string | undefined> {
  if (!mail.isAllowed) return undefined;
  await store.updateMailedAt(tx, row.id, clock.now(), clock.now() + codeLifeMs);
  return code;
}

/** Returns the code if it may be mailed. */
async function addCode(
  { store, hashes, clock }: CodeServiceDeps,
  tx: Tx,
  { purpose, email, audience, mail }: CodeRequest,
): Promise<string | undefined> {
  const id = randomUUID();
  const code = formatCode(hashes.codeBytes(id)[0]!);
  const now = clock.now();
  await store.add(tx, {
    ...{ id, purpose, email, audience },
    code_hash: hashes.ofCode(id, normalizeCode(code)!),
    created_at: now,
    mailed_at: mail.isAllowed ? now : null,
    expires_at: now + codeLifeMs,
  });
  return mail.isAllowed ? code : undefined;
}

/** Keeps the browser's request, so that its tries keep counting, or adds one. Returns its secret. */
async function keepChallenge(
  { challenges, hashes, clock }: CodeServiceDeps,
  tx: Tx,
  { purpose, email, audience, userId, secret }: CodeRequest,
  own: OpenChallenge | undefined,
): Promise<string> {
  const expiresAt = clock.now() + codeLifeMs;
  if (own && secret !== undefined) {
    await challenges.updateExpiry(tx, own.secret_hash, expiresAt);
    return secret;
  }
  const added = makeRandomSecret();
  const secretHash = hashes.ofSecret(added);
  await challenges.add(tx, { purpose, email, audience, userId, secretHash, codeHash: '', expiresAt });
  return added;
}

/** The same response for every code that does not work, whatever the reason. */
export function invalidCode(): AppError {
  return new AppError('invalid_code', 'That code is not valid or has expired.');
}
