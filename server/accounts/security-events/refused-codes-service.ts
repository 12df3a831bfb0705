import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { UserStore } from '../user-store.ts';
import type { RecordDeps } from './service.ts';
import { addSecurityEvent, addToCount } from './store.ts';

/** Counts refused codes, and records them once a minute: a row a try would let a stranger fill the owner's list. */
export interface RefusedCodes {
  start(): void;
  stop(): Promise<void>;
  /** Does the same for every address, known or not. */
  count(email: string): void;
  /** Records what was counted since. */
  flush(): Promise<void>;
}

const flushEveryMs = 60_000;
/** One event of an account adds up those of a day. */
const sameEventMs = 24 * 60 * 60_000;
/** Addresses counted at once; what comes beyond is in the log's number only. */
const maxEmails = 10_000;

export function createRefusedCodes(
  deps: RecordDeps & { db: Database; users: Pick<UserStore, 'findVerifiedId'> },
): RefusedCodes {
  const { db, users, clock, logger } = deps;
  let counts = new Map<string, number>();
  let total = 0;
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    if (total === 0) return;
    const [counted, sum] = [counts, total];
    counts = new Map();
    total = 0;
    logger.info({ event: 'codes_refused', count: sum }, 'a security event');
    for (const [email, count] of counted) await store(email, count);
  }

  function store(email: string, count: number): Promise<void> {
    return transact(db, async (tx) => {
      const userId = await users.findVerifiedId(tx, email);
      if (userId === undefined) return;
      const at = clock.now();
      const event = { userId, kind: 'codes_refused', count } as const;
      const isAdded = await addToCount(tx, event, { since: at - sameEventMs, at });
      if (!isAdded) await addSecurityEvent(tx, { ...event, userAgent: '' }, at);
    });
  }

  const run = () =>
    flush().catch((error: unknown) => {
      logger.info({ err: error }, 'refused codes could not be recorded');
    });

  return {
    count(email) {
      total += 1;
      if (counts.size < maxEmails || counts.has(email)) counts.set(email, (counts.get(email) ?? 0) + 1);
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
