import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Milliseconds } from '#contract/units.ts';
import type { Redis } from '#server/platform/redis/redis.ts';
import type { ShownFigures, ShownKey, ShownPrices } from './shown-prices.ts';

/** Returns the state with which figures were shown in the last ten minutes; undefined if it is no longer known. */
export type FindShown = (key: ShownKey) => Promise<ShownFigures | undefined>;

/** Runs as long as the server, to answer the others. */
export interface SharedShownPrices {
  readonly find: FindShown;
  start(): void;
  stop(): Promise<void>;
}

const pollEveryMs: Milliseconds = 20;
/** How long to wait for another server, which looks it up in its memory. */
const maxWaitMs: Milliseconds = 500;
/** How long an answer stays if nobody takes it any more: those of thousands of coins would fill Redis. */
const answerLifeMs: Milliseconds = 1_000;
/** More than the prices of 5,000 coins take. */
const maxTextLength = 4 * 1024 * 1024;

const wantedSchema = z.object({
  id: z.uuid(),
  key: z.object({
    portfolioId: z.string(),
    asOf: z.number(),
    currency: z.string(),
    at: z.number().nullable(),
  }),
});
const answerSchema = z.object({
  revision: z.number(),
  prices: z.array(z.tuple([z.string(), z.looseObject({ source: z.string().nullable() })])),
  dayValues: z.array(z.looseObject({})),
});

/**
 * Finds the state of figures that another server has shown: the call for their proof may reach any server. It is sent only
 * when it is asked for, because nearly all of it is never needed.
 */
export function createSharedShownPrices(own: ShownPrices, redis: Redis): SharedShownPrices {
  const channel = redis.key('shown');
  const answerKey = (id: string) => redis.key('shown', id);
  let end = () => {};

  async function answer(message: string): Promise<void> {
    const { id, key } = wantedSchema.parse(JSON.parse(message));
    const found = own.find(key);
    const text = found && encode(found);
    if (text === undefined || text.length > maxTextLength) return;
    await redis.ask('shown_answer', (client) => client.set(answerKey(id), text, 'PX', answerLifeMs));
  }

  async function ask(key: ShownKey): Promise<ShownFigures | undefined> {
    const id = randomUUID();
    const listening = await redis.ask('shown_ask', (client) =>
      client.publish(channel, JSON.stringify({ id, key })),
    );
    // This server listens, too.
    if (listening < 2) return undefined;
    for (const until = performance.now() + maxWaitMs; performance.now() < until; ) {
      await pause(pollEveryMs);
      const text = await redis.ask('shown_read', (client) => client.getdel(answerKey(id)));
      if (text !== null) return decode(text);
    }
    return undefined;
  }

  return {
    // While Redis is down, and for answers of another version, only what this server has shown is known.
    find: async (key) => own.find(key) ?? (await ask(key).catch(() => undefined)),
    start() {
      const subscriber = redis.subscriber();
      subscriber.client.on('message', (_channel: string, message: string) => {
        answer(message).catch(() => undefined);
      });
      subscriber.client.subscribe(channel).catch(() => undefined);
      end = () => subscriber.close();
    },
    async stop() {
      end();
    },
  };
}

function encode({ revision, prices, dayValues }: ShownFigures): string {
  return JSON.stringify({ revision, prices: [...prices], dayValues });
}

/** Throws if another version wrote it. */
function decode(text: string): ShownFigures {
  const { prices, ...others } = answerSchema.parse(JSON.parse(text));
  return { ...others, prices: new Map(prices) } as unknown as ShownFigures;
}
