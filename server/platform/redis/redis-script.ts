import { createHash } from 'node:crypto';
import type { Redis } from './redis.ts';

/** A Lua script, which Redis runs atomically. */
export interface RedisScript {
  /** Identifies it in metrics. */
  readonly name: string;
  readonly lua: string;
  readonly sha: string;
}

export function defineScript(name: string, lua: string): RedisScript {
  return { name, lua, sha: createHash('sha1').update(lua).digest('hex') };
}

/** Sends the script itself only to a server that does not know it yet. Rejects like `ask`. */
export async function runScript(
  redis: Redis,
  { name, lua, sha }: RedisScript,
  keys: readonly string[],
  args: readonly (string | number)[],
): Promise<unknown> {
  return redis.ask(name, async (client) => {
    try {
      return await client.evalsha(sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return await client.eval(lua, keys.length, ...keys, ...args);
    }
  });
}
