import type { SecurityEventKind } from '#contract/accounts/security-events.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { UserStore } from '../user-store.ts';
import { type RecordDeps, sameEventMs } from './service.ts';
import { addSecurityEvent, addToCount } from './store.ts';

type RefusedKind = Extract<SecurityEventKind, 'codes_refused' | 'passkeys_refused'>;

/**
 * Counts refused codes and passkeys, and records the totals once a minute. With a row per try a stranger could flood
 * the owner's list.
 */
export interface RefusedTries {
  start(): void;
  stop(): Promise<void>;
  /** Takes the same path for known and unknown addresses. `email` is undefined for a passkey that belongs to nobody. */
  count(kind: RefusedKind, email: string | undefined): void;
  /** Records the counts since the last flush. */
  flush(): Promise<void>;
}

const flushEveryMs = 60_000;
/** How many addresses are counted at the same time. Tries beyond that appear only in the log's total. */
const maxEmails = 10_000;

interface Counter {
  total: number;
  readonly byEmail: Map<string, number>;
}

export function createRefusedTries(
  deps: RecordDeps & { db: Database; users: Pick<UserStore, 'findVerifiedId'> },
): RefusedTries {
  const { logger } = deps;
  let counters = new Map<RefusedKind, Counter>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    const counted = counters;
    counters = new Map();
    for (const [kind, { total }] of counted) logger.info({ event: kind, count: total }, 'a security event');
    for (const [kind, { byEmail }] of counted) {
      for (const [email, count] of byEmail) await storeCount(deps, { kind, email, count });
    }
  }

  const run = () =>
    flush().catch((error: unknown) => {
      logger.info({ err: error }, 'refused tries could not be recorded');
    });

  return {
    count(kind, email) {
      const counter = counters.get(kind) ?? { total: 0, byEmail: new Map() };
      counters.set(kind, counter);
      counter.total += 1;
      const { byEmail } = counter;
      if (email === undefined || (byEmail.size >= maxEmails && !byEmail.has(email))) return;
      byEmail.set(email, (byEmail.get(email) ?? 0) + 1);
    },
    flush,
    start() {
      timer = setInterval(run, flushEveryMs);
    },
    async stop() {
      clearInterval(timer);
      await run();
    },
  };
}

function storeCount(
  { db, users, clock }: Parameters<typeof createRefusedTries>[0],
  { kind, email, count }: { kind: RefusedKind; email: string; count: number },
): Promise<void> {
  return transact(db, async (tx) => {
    const userId = await users.findVerifiedId(tx, email);
    if (userId === undefined) return;
    const at = clock.now();
    const event = { userId, kind, count, userAgent: '' };
    const isAdded = await addToCount(tx, event, { since: at - sameEventMs, at });
    if (!isAdded) await addSecurityEvent(tx, event, at);
  });
}
