import { higherTier, type PaidTier, type Tier } from '#contract/plans.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { afterCommit, type Tx, transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Hashes } from './hashes.ts';
import { logEvent, type RecordDeps, recordEvent } from './security-events/service.ts';
import { type AccountTier, getTierSources, type TierSources, updateTier } from './tier-store.ts';
import type { NewUser, UserStore } from './user-store.ts';
import type { Visitor } from './visitor.ts';

/** Creates and merges accounts within a sign-in's transaction. */
export interface AccountService {
  /** Adds an account, with everything that each domain adds to a new one. */
  addAccount(tx: Tx, user: NewUser): Promise<void>;
  /**
   * Moves the data of unverified accounts into another account and removes them. One that doesn't fit stays as it is;
   * throws `conflict` if it is the one the visitor is signed in to, because they would lose sight of it.
   */
  mergeAccounts(tx: Tx, fromIds: Iterable<string>, toId: string, visitor: Visitor): Promise<void>;
  /**
   * The unverified accounts of this browser that the owner of the address may take over: the one it is signed in to,
   * and those created in it with the same address. Accounts of other browsers stay separate.
   */
  listMergeable(tx: Tx, email: string, visitor: Visitor): Promise<Set<string>>;
}

export interface AccountServiceDeps {
  readonly users: Pick<UserStore, 'add' | 'moveNames' | 'remove' | 'listUnverifiedIds'>;
  readonly hashes: Pick<Hashes, 'allOfSecret'>;
  readonly clock: Clock;
  /** What each domain adds to a new account. */
  readonly onAccountCreated: readonly ((tx: Tx, userId: string) => Promise<void>)[];
  /**
   * For each domain: returns why accounts can't be merged into another, and what to do about it; undefined if they can.
   * Called before anything is moved.
   */
  readonly mergeObstacles: readonly ((
    tx: Tx,
    fromUserIds: readonly string[],
    toUserId: string,
  ) => Promise<string | undefined>)[];
  /** How each domain moves one account's data into another. */
  readonly mergers: readonly ((tx: Tx, fromUserId: string, toUserId: string) => Promise<void>)[];
}

export function createAccountService(deps: AccountServiceDeps): AccountService {
  const { users, hashes, clock, onAccountCreated, mergers } = deps;

  /**
   * Moves the account's names if it can be merged. Returns false if it doesn't fit in addition to `others`, which will be
   * merged too, or if it is no longer unverified.
   */
  async function prepareMerge(
    tx: Tx,
    fromId: string,
    { others, toId, isSignedIn }: { others: readonly string[]; toId: string; isSignedIn: boolean },
  ): Promise<boolean> {
    if (!(await lockOwner(tx, fromId))) return false;
    const obstacle = await findObstacle(deps, tx, [...others, fromId], toId);
    if (obstacle !== undefined) {
      if (isSignedIn) throw new AppError('conflict', obstacle);
      return false;
    }
    // An account verified since then stays separate.
    return users.moveNames(tx, fromId, toId);
  }

  return {
    async addAccount(tx, user) {
      await users.add(tx, user, clock.now());
      for (const prepare of onAccountCreated) await prepare(tx, user.id);
    },

    async mergeAccounts(tx, fromIds, toId, { session }) {
      if (!(await lockOwner(tx, toId))) return;
      const merged: string[] = [];
      for (const id of fromIds)
        if (await prepareMerge(tx, id, { others: merged, toId, isSignedIn: id === session?.id }))
          merged.push(id);
      // Each domain moves all accounts before the next begins, because moving alerts blocks everybody's until the commit.
      for (const merge of mergers) for (const id of merged) await merge(tx, id, toId);
      for (const id of merged) await users.remove(tx, id);
    },

    async listMergeable(tx, email, { session, browserSecret }) {
      const signedIn = session && !session.verified ? [session.id] : [];
      if (browserSecret === undefined) return new Set(signedIn);
      const created = await users.listUnverifiedIds(tx, hashes.allOfSecret(browserSecret), email);
      return new Set([...signedIn, ...created]);
    },
  };
}

async function findObstacle(
  { mergeObstacles }: AccountServiceDeps,
  tx: Tx,
  fromIds: readonly string[],
  toId: string,
): Promise<string | undefined> {
  for (const find of mergeObstacles) {
    const obstacle = await find(tx, fromIds, toId);
    if (obstacle !== undefined) return obstacle;
  }
  return undefined;
}

/**
 * Removes an account and everything stored about it. Returns false if there is none. `check` runs once the account is
 * locked; if it throws, the account stays.
 */
export function removeAccount(
  { db, users, logger }: Pick<RecordDeps, 'logger'> & { db: Database; users: Pick<UserStore, 'remove'> },
  userId: string,
  check?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return transact(db, async (tx) => {
    if (!(await lockOwner(tx, userId))) return false;
    await check?.(tx);
    afterCommit(tx, () => logEvent({ logger }, { userId, kind: 'deleted' }));
    return users.remove(tx, userId);
  });
}

/**
 * Grants a tier free of charge; a subscription may pay for a higher one. Returns undefined if no account has verified
 * the address.
 */
export function grantTier(
  deps: RecordDeps & { db: Database; users: Pick<UserStore, 'findVerifiedId'> },
  email: string,
  granted: Tier,
): Promise<AccountTier | undefined> {
  return transact(deps.db, async (tx) => {
    const userId = await deps.users.findVerifiedId(tx, email);
    if (userId === undefined) return undefined;
    return changeTier(deps, tx, userId, (sources) => ({ ...sources, granted }));
  });
}

/**
 * Sets the tier a subscription pays for; null if none. A granted tier stays. Returns undefined if the account is gone.
 */
export function setPaidTier(
  deps: RecordDeps,
  tx: Tx,
  { userId, paid }: { userId: string; paid: PaidTier | null },
): Promise<AccountTier | undefined> {
  return changeTier(deps, tx, userId, (sources) => ({ ...sources, paid }));
}

async function changeTier(
  deps: RecordDeps,
  tx: Tx,
  userId: string,
  change: (sources: TierSources) => TierSources,
): Promise<AccountTier | undefined> {
  const previous = await lockOwner(tx, userId);
  if (!previous) return undefined;
  const sources = change(await getTierSources(tx, userId));
  const account = { ...sources, tier: higherTier(sources.granted, sources.paid ?? 'free') };
  await updateTier(tx, userId, account);
  if (account.tier !== previous.tier)
    await recordEvent(deps, tx, { userId, kind: 'tier_changed', userAgent: '' });
  return account;
}

export { requireFreshProof } from './sign-in/fresh-proof.ts';
