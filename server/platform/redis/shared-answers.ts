import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import type { Milliseconds } from '#contract/units.ts';
import { keyedHash } from '../keys.ts';
import { beginFlight, endFlight, renewFlight } from './flight-scripts.ts';
import type { Redis } from './redis.ts';
import { RedisDownError } from './redis-down-error.ts';
import { runScript } from './redis-script.ts';

/** A value and its age. Null if the third party has none. */
export type SharedAnswer<T> = { readonly value: T; readonly ageMs: Milliseconds } | null;

export interface AnswerOptions<T> {
  /** A stored value that does not match counts as missing. */
  readonly schema: z.ZodType<T>;
  readonly freshMs: Milliseconds;
  /** Called by one server; the others get its answer or its failure. */
  readonly load: () => Promise<T | null>;
}

/** Answers that cost a call to a third party: all servers together ask for each once. */
export interface SharedAnswers {
  get<T>(kind: string, key: string, options: AnswerOptions<T>): Promise<SharedAnswer<T>>;
}

/** Encodes failures as text that other servers can throw again. Undefined if each server has to try for itself. */
export interface FailureCodec {
  encode(error: unknown): string | undefined;
  decode(text: string): unknown;
}

/** Renewed during the call: if a server is killed, its lock is free after this time. */
const lockMs: Milliseconds = 4_000;
const renewEveryMs: Milliseconds = 1_000;
const pollEveryMs: Milliseconds = 60;
/** Longer than any call. */
const maxWaitMs: Milliseconds = 30_000;
const failureLifeMs: Milliseconds = 3_000;
/** How long to remember that the third party has no value. */
const nothingLifeMs: Milliseconds = 300_000;
const maxLifeMs: Milliseconds = 6 * 60 * 60_000;
const maxTextLength = 2 * 1024 * 1024;

export function createSharedAnswers(deps: {
  redis: Redis;
  /** For hashing the keys of answers, which may contain what a visitor wrote. */
  hashKey: Buffer;
  failures: FailureCodec;
}): SharedAnswers {
  const { redis, failures } = deps;

  function openFlight(kind: string, key: string) {
    const hash = keyedHash(deps.hashKey, key);
    const keys = ['value', 'lock', 'failure'].map((part) => redis.key('answer', kind, hash, part));
    const token = randomUUID();
    return {
      begin: (freshMs: Milliseconds, awaited: string) =>
        runScript(redis, beginFlight, keys, [token, lockMs, Math.round(freshMs), awaited]),
      renew: () => runScript(redis, renewFlight, keys, [token, lockMs]),
      end: (outcome: 'value' | 'nothing' | 'failure' | 'none', text = '', lifeMs: Milliseconds = 0) =>
        runScript(redis, endFlight, keys, [token, outcome, text, Math.round(lifeMs)]),
    };
  }
  type Flight = ReturnType<typeof openFlight>;

  async function loadShared<T>(
    flight: Flight,
    { load, freshMs }: AnswerOptions<T>,
  ): Promise<SharedAnswer<T>> {
    const renewing = setInterval(() => flight.renew().catch(() => undefined), renewEveryMs);
    try {
      const value = await load();
      // Redis being down no longer matters, because the answer is there.
      await endWith(flight, value, freshMs).catch(() => undefined);
      return value === null ? null : { value, ageMs: 0 };
    } catch (error) {
      const text = failures.encode(error);
      const ended = text === undefined ? flight.end('none') : flight.end('failure', text, failureLifeMs);
      await ended.catch(() => undefined);
      throw error;
    } finally {
      clearInterval(renewing);
    }
  }

  async function get<T>(kind: string, key: string, options: AnswerOptions<T>): Promise<SharedAnswer<T>> {
    const flight = openFlight(kind, key);
    const start = performance.now();
    for (let awaited = ''; performance.now() - start < maxWaitMs; ) {
      const [state, text, ageMs] = (await flight.begin(options.freshMs, awaited)) as [string, string, number];
      if (state === 'value') {
        const value = readValue(text, options.schema);
        if (value === undefined) break;
        return { value, ageMs };
      }
      if (state === 'nothing') return null;
      if (state === 'load') return loadShared(flight, options);
      if (state === 'failure') throw failures.decode(text);
      awaited = text;
      await pause(pollEveryMs * (0.5 + Math.random()));
    }
    return loadUnshared(options);
  }

  return {
    async get(kind, key, options) {
      try {
        return await get(kind, key, options);
      } catch (error) {
        if (error instanceof RedisDownError) return loadUnshared(options);
        throw error;
      }
    },
  };
}

async function loadUnshared<T>({ load }: AnswerOptions<T>): Promise<SharedAnswer<T>> {
  const value = await load();
  return value === null ? null : { value, ageMs: 0 };
}

async function endWith(
  flight: { end(outcome: 'value' | 'nothing' | 'none', text?: string, lifeMs?: number): Promise<unknown> },
  value: unknown,
  freshMs: Milliseconds,
): Promise<void> {
  if (value === null) return void (await flight.end('nothing', '', nothingLifeMs));
  const text = JSON.stringify(value);
  if (text.length > maxTextLength) return void (await flight.end('none'));
  await flight.end('value', text, Math.max(1, Math.min(freshMs, maxLifeMs)));
}

function readValue<T>(text: string, schema: z.ZodType<T>): T | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
