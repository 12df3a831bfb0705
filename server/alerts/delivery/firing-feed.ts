import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import type { WakeUps } from '#server/platform/jobs/wake-ups.ts';
import type { PersonalEvent, PersonalEvents } from '#server/platform/streams/personal-events.ts';
import { createSingleFlight } from '../single-flight.ts';
import type { FiringFeedStore } from './firing-feed-store.ts';
import { isImported } from './imported-mail-id.ts';
import { toFiring } from './to-firing.ts';

/** Sends firings to their users' streams. Reads them from the database, because any process may have written them. */
export interface FiringFeed extends PersonalEvents {
  /** Starts after the newest firing. Await it before the first subscription. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Reads immediately. */
  nudge(): void;
}

const pollMs: Milliseconds = 1000;
/** How often firings are read while wake-ups arrive, in case one is lost. */
const slowPollMs: Milliseconds = 5000;
const pageSize = 500;

type Send = (event: PersonalEvent) => void;

function toEvent(row: AlertFiringTable): PersonalEvent {
  return { id: String(row.number), event: 'alert', data: JSON.stringify(toFiring(row)) };
}

export function createFiringFeed(deps: {
  store: FiringFeedStore;
  logger: Pick<Logger, 'warn'>;
  wakeUps?: WakeUps;
}): FiringFeed {
  const { store, logger, wakeUps } = deps;
  let unlisten = () => {};
  let readAt = 0;
  const subscribers = createSubscribers(logger);
  let position = 0;
  let timer: NodeJS.Timeout | undefined;

  const reading = createSingleFlight({
    async work() {
      readAt = performance.now();
      const rows = await store.listAfter(position, pageSize);
      for (const row of rows) {
        position = row.number;
        if (row.in_app !== 0 && !isImported(row)) subscribers.send(row);
      }
      if (rows.length < pageSize) return;
      nudge();
      // Reads from the embedded database are synchronous, and an imported history has 100,000.
      await yieldToEventLoop();
    },
    onError: (error) => logger.warn({ err: error }, 'firings could not be read'),
  });

  function nudge(): void {
    void reading.run();
  }

  function poll(): void {
    const isRecent = performance.now() - readAt < slowPollMs;
    if (!isRecent || !wakeUps?.isConnected()) nudge();
  }

  return {
    nudge,
    position: () => String(position),
    latest: async () => String(await store.getLastAssignedNumber()),
    subscribe: subscribers.add,
    async since(userId, afterId, limit) {
      const rows = await store.listOfUserAfter(userId, Number(afterId), limit);
      // A full page is kept as it is: behind the imported ones there may be others.
      return (rows.length < limit ? rows.filter((row) => !isImported(row)) : rows).map(toEvent);
    },
    async start() {
      position = await store.getNewestNumber();
      unlisten = wakeUps?.listen('firings', nudge) ?? unlisten;
      timer = setInterval(poll, pollMs).unref();
    },
    async stop() {
      unlisten();
      clearInterval(timer);
      await reading.stop();
    },
  };
}

function createSubscribers(logger: Pick<Logger, 'warn'>) {
  const byUser = new Map<string, Set<Send>>();
  return {
    /** Returns the function that ends the subscription. */
    add(userId: string, send: Send): () => void {
      const sends = byUser.get(userId) ?? new Set();
      byUser.set(userId, sends.add(send));
      return () => {
        sends.delete(send);
        if (sends.size === 0 && byUser.get(userId) === sends) byUser.delete(userId);
      };
    },
    send(row: AlertFiringTable): void {
      const sends = byUser.get(row.user_id);
      if (!sends) return;
      const event = toEvent(row);
      for (const send of sends) {
        try {
          send(event);
        } catch (error) {
          logger.warn({ err: error }, 'a listener of firings failed');
        }
      }
    },
  };
}
