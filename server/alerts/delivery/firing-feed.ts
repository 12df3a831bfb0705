import type { Logger } from 'pino';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import type { PersonalEvent, PersonalEvents } from '#server/platform/streams/personal-events.ts';
import type { FiringFeedStore } from './firing-feed-store.ts';
import { toFiring } from './firing-store.ts';

/** Tells users on their streams what fired, in whichever process: the database knows, and is asked again and again. */
export interface FiringFeed extends PersonalEvents {
  /** Begins after what has fired by now. To be awaited before anybody subscribes. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Looks at once. */
  nudge(): void;
}

const pollMs = 1000;
const pageSize = 500;

type Send = (event: PersonalEvent) => void;

function toEvent(row: AlertFiringTable): PersonalEvent {
  return { id: String(row.number), event: 'alert', data: JSON.stringify(toFiring(row)) };
}

export function createFiringFeed(deps: { store: FiringFeedStore; logger: Pick<Logger, 'warn'> }): FiringFeed {
  const { store, logger } = deps;
  const subscribers = new Map<string, Set<Send>>();
  let position = 0;
  let isAskedFor = false;
  let isStopped = false;
  let underway: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function tell(row: AlertFiringTable): void {
    position = row.number;
    const sends = subscribers.get(row.user_id);
    if (!sends) return;
    const event = toEvent(row);
    for (const send of sends) {
      try {
        send(event);
      } catch (error) {
        logger.warn({ err: error }, 'a listener of firings failed');
      }
    }
  }

  async function read(): Promise<void> {
    try {
      while (isAskedFor && !isStopped) {
        isAskedFor = false;
        const rows = await store.listAfter(position, pageSize);
        for (const row of rows) tell(row);
        isAskedFor ||= rows.length === pageSize;
      }
    } catch (error) {
      logger.warn({ err: error }, 'what fired could not be read');
    }
    underway = undefined;
  }

  function nudge(): void {
    isAskedFor = true;
    underway ??= Promise.resolve().then(read);
  }

  return {
    nudge,
    position: () => String(position),
    latest: async () => String(await store.getLatest()),
    subscribe(userId, send) {
      const sends = subscribers.get(userId) ?? new Set();
      subscribers.set(userId, sends.add(send));
      return () => {
        sends.delete(send);
        if (sends.size === 0 && subscribers.get(userId) === sends) subscribers.delete(userId);
      };
    },
    async since(userId, afterId, limit) {
      const rows = await store.listAfter(Number(afterId), limit, userId);
      return rows.map(toEvent);
    },
    async start() {
      position = await store.getNewest();
      timer = setInterval(nudge, pollMs).unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await underway;
    },
  };
}
