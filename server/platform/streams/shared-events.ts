import { z } from 'zod';
import type { Milliseconds } from '#contract/units.ts';
import type { Redis } from '../redis/redis.ts';
import { defineScript, runScript } from '../redis/redis-script.ts';
import type { EventPlace } from './event-log.ts';
import type { StreamEvent } from './event-stream.ts';

/** An event with its place among all servers' events. */
export interface PlacedEvent {
  readonly place: EventPlace;
  readonly event: StreamEvent;
}

/**
 * The events of the last five minutes in Redis, one list for all servers. Any server that has an event offers it; the
 * first one per id counts, and every server sends that one.
 */
export interface SharedEvents {
  /** Reads the existing events, and calls `listener` for each one in order, including later ones. Never rejects. */
  start(listener: (event: PlacedEvent) => void): Promise<void>;
  /** Adds an event newer than all others, then reads what is new. Rejects with a `RedisDownError`. */
  offer(event: PlacedEvent): Promise<void>;
  stop(): Promise<void>;
}

const keptMs: Milliseconds = 5 * 60_000;
/** After the kept time nobody needs the list: the server may have been taken out of service. */
const listLifeMs: Milliseconds = 2 * keptMs;
/** How often the list is read in addition to wake-ups, which may get lost. */
const readEveryMs: Milliseconds = 1_000;
const pageSize = 100;

/** Ids are instants of one clock in milliseconds, so events older than the kept time are removed by id. */
const addScript = defineScript(
  'stream_add',
  `local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if last and tonumber(ARGV[1]) <= tonumber(string.match(last[1], '^%d+')) then return 0 end
local added = redis.pcall('XADD', KEYS[1], ARGV[1] .. '-0', 'event', ARGV[2])
if type(added) == 'table' and added.err then return 0 end
redis.call('XTRIM', KEYS[1], 'MINID', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PUBLISH', KEYS[2], ARGV[1])
return 1`,
);

const storedSchema = z.object({ after: z.number().optional(), name: z.string(), data: z.unknown() });

export function createSharedEvents(redis: Redis): SharedEvents {
  const key = redis.key('stream', 'market');
  const channel = redis.key('stream', 'market', 'news');
  let last = '0';
  /** What this server offered last: most servers make the same, and need not parse and encode what they read. */
  let own: { readonly placed: PlacedEvent; readonly stored: string } | undefined;
  let listener: ((event: PlacedEvent) => void) | undefined;
  let reading: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let end = () => {};

  async function readPage(): Promise<number> {
    const rows = await redis.ask('stream_read', (client) =>
      client.xrange(key, last === '0' ? '-' : `(${last}`, '+', 'COUNT', pageSize),
    );
    const offered = own;
    for (const [id, fields] of rows) {
      last = id;
      const isOwn =
        offered !== undefined && offered.stored === fields[1] && id === `${offered.placed.place.id}-0`;
      const read = isOwn ? offered.placed : readEvent(id, fields[1]);
      if (read && !isStopped) listener?.(read);
    }
    return rows.length;
  }

  /** Runs one read after another: once it resolves, everything added before the call has been read. */
  function read(): Promise<void> {
    const done = reading.then(async () => {
      while (!isStopped && !redis.isDown() && (await readPage()) === pageSize);
    });
    reading = done.catch(() => undefined);
    return done;
  }

  const readNow = () => void read().catch(() => undefined);

  return {
    async start(toListener) {
      listener = toListener;
      const subscriber = redis.subscriber();
      subscriber.client.on('message', readNow);
      subscriber.client.subscribe(channel).catch(() => undefined);
      const endSubscription = subscriber.onChange((isUp) => isUp && readNow());
      end = () => {
        endSubscription();
        subscriber.close();
      };
      timer = setInterval(readNow, readEveryMs);
      timer.unref();
      await read().catch(() => undefined);
    },
    async offer(placed) {
      const { id, after } = placed.place;
      const { name, data } = placed.event;
      const stored = JSON.stringify({ after, name, data });
      own = { placed, stored };
      await runScript(redis, addScript, [key, channel], [id, stored, id - keptMs, listLifeMs]);
      await read();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      end();
      await reading;
    },
  };
}

/** Null if another version wrote it. */
function readEvent(id: string, text: string | undefined): PlacedEvent | null {
  try {
    const { after, name, data } = storedSchema.parse(JSON.parse(text ?? ''));
    return { place: { id: Number.parseInt(id, 10), after }, event: { name, data } };
  } catch {
    return null;
  }
}
