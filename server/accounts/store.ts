import type { Transaction } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { lockUser } from '#server/platform/database/lock-user.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { isUniqueViolation } from '#server/platform/database/unique-violation.ts';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import type { Clock } from '../platform/clock.ts';
import type { AccountTx } from './account-tx.ts';

type Tx = Transaction<Tables>;

export interface AccountStore {
  /** Runs `work` as one transaction; once more where another one proved the same address meanwhile. */
  transact<T>(work: (tx: AccountTx) => Promise<T>): Promise<T>;
}

export interface AccountStoreDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'add'>;
  /** What each part of the service gives a new account. */
  readonly onAccountCreated: readonly ((tx: Tx, userId: string) => Promise<void>)[];
  /** How each part of the service moves what one account has into another. */
  readonly mergers: readonly ((tx: Tx, fromUserId: string, toUserId: string) => Promise<void>)[];
}

export function createAccountStore(deps: AccountStoreDeps): AccountStore {
  const { db } = deps;
  const run = <T>(work: (tx: AccountTx) => Promise<T>) =>
    db
      .transaction()
      .execute((tx) =>
        work({ ...userWrites(tx, deps), ...sessionWrites(tx, deps), ...challengeWrites(tx, deps) }),
      );
  return {
    transact: (work) =>
      run(work).catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        return run(work);
      }),
  };
}

type Writes<Names extends keyof AccountTx> = Pick<AccountTx, Names>;

function userWrites(
  tx: Tx,
  deps: AccountStoreDeps,
): Writes<'addUser' | 'proveUser' | 'changeEmail' | 'findProvedUser' | 'listUnproven' | 'mergeUser'> {
  const { clock, onAccountCreated } = deps;
  return {
    async addUser({ id, email, firstName, lastName, tier, isProved }) {
      const now = clock.now();
      await tx
        .insertInto('users')
        .values({
          id,
          email,
          proved_email: isProved ? email : null,
          first_name: firstName,
          last_name: lastName,
          tier,
          granted_tier: tier,
          verified_at: isProved ? now : null,
          created_at: now,
          last_used_at: now,
        })
        .execute();
      for (const equip of onAccountCreated) await equip(tx, id);
    },

    async proveUser(userId, email) {
      const { numUpdatedRows } = await tx
        .updateTable('users')
        .set({ email, proved_email: email, verified_at: clock.now(), last_used_at: clock.now() })
        .where('id', '=', userId)
        .where('proved_email', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      // Whoever was let in before may have known no more than the address.
      await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
      return true;
    },

    async changeEmail(userId, email) {
      await tx.updateTable('users').set({ email, proved_email: email }).where('id', '=', userId).execute();
    },

    async findProvedUser(email) {
      const found = tx.selectFrom('users').select('id').where('proved_email', '=', email);
      return (await found.executeTakeFirst())?.id;
    },

    async listUnproven(browserHash, email) {
      const rows = await tx
        .selectFrom('browsers')
        .innerJoin('users', 'users.id', 'browsers.user_id')
        .select('users.id')
        .where('browsers.name_hash', '=', browserHash)
        .where('users.email', '=', email)
        .where('users.proved_email', 'is', null)
        .orderBy('users.last_used_at', 'desc')
        .orderBy('users.id')
        .execute();
      return rows.map(({ id }) => id);
    },

    mergeUser: (fromUserId, toUserId) => mergeUser(tx, deps, fromUserId, toUserId),
  };
}

async function mergeUser(tx: Tx, { mergers }: AccountStoreDeps, fromId: string, toId: string): Promise<void> {
  // Until this ends nothing is added to either.
  if (!(await lockUser(tx, fromId)) || !(await lockUser(tx, toId))) return;
  const names = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', fromId)
    // Somebody may have proved it meanwhile: then it stays an account of its own.
    .where('proved_email', 'is', null)
    .executeTakeFirst();
  if (!names) return;
  for (const merge of mergers) await merge(tx, fromId, toId);
  await tx.updateTable('users').set(names).where('id', '=', toId).where('first_name', '=', '').execute();
  await tx.deleteFrom('users').where('id', '=', fromId).execute();
}

function sessionWrites(
  tx: Tx,
  { clock }: AccountStoreDeps,
): Writes<'addSession' | 'renewProof' | 'endSession' | 'nameBrowser'> {
  return {
    async addSession({ id, userId, cookieHash, userAgent, expiresAt, isProof }) {
      const now = clock.now();
      await tx
        .insertInto('sessions')
        .values({
          id,
          user_id: userId,
          cookie_hash: cookieHash,
          user_agent: userAgent,
          created_at: now,
          last_seen_at: now,
          expires_at: expiresAt,
          proved_at: isProof ? now : null,
        })
        .execute();
    },

    async renewProof(sessionId) {
      await tx.updateTable('sessions').set({ proved_at: clock.now() }).where('id', '=', sessionId).execute();
    },

    async endSession(sessionId) {
      await tx.deleteFrom('sessions').where('id', '=', sessionId).execute();
    },

    async nameBrowser(browserHash, userId) {
      const named_at = clock.now();
      await tx
        .insertInto('browsers')
        .values({ name_hash: browserHash, user_id: userId, named_at })
        .onConflict((conflict) => conflict.columns(['name_hash', 'user_id']).doUpdateSet({ named_at }))
        .execute();
    },
  };
}

function challengeWrites(
  tx: Tx,
  { outbox }: AccountStoreDeps,
): Writes<'addChallenge' | 'useChallenge' | 'addMail'> {
  return {
    async addChallenge({ secretHash, purpose, email, userId, codeHash, expiresAt }) {
      await tx
        .insertInto('challenges')
        .values({
          secret_hash: secretHash,
          purpose,
          email,
          user_id: userId,
          code_hash: codeHash,
          tries: 0,
          expires_at: expiresAt,
        })
        .execute();
    },

    async useChallenge(secretHash) {
      const { numDeletedRows } = await tx
        .deleteFrom('challenges')
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    addMail: (mail) => outbox.add(tx, mail),
  };
}
