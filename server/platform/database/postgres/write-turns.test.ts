import { afterEach, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailableError } from '../database-unavailable-error.ts';
import { WriteTurns } from './write-turns.ts';

afterEach(() => vi.useRealTimers());

/** Enters writes, and lists those that have begun, in order. */
function createWriters(turns: WriteTurns) {
  const begun: string[] = [];
  const turnOf = new Map<string, { end(): void; refuseOthers(error: DatabaseUnavailableError): void }>();
  return {
    begun,
    async enter(name: string) {
      turnOf.set(
        name,
        await turns.enter({ kind: name.startsWith('n') ? 'network' : 'account', name: name[0]! }),
      );
      begun.push(name);
    },
    async end(name: string) {
      turnOf.get(name)!.end();
      await Promise.resolve();
    },
    fail: (name: string) => turnOf.get(name)!.refuseOthers(new DatabaseUnavailableError('test', {})),
  };
}

const limits = { atOnce: 3, per: { account: 2, network: 3 }, maxWaitMs: 8000 };

describe('the writes of requests', () => {
  it('of one subject leave room for those of others, which take turns', async () => {
    const writers = createWriters(new WriteTurns(limits));
    const entering = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(writers.enter);
    await vi.waitFor(() => expect(writers.begun).toEqual(['a1', 'a2', 'b1']));
    await writers.end('a1');
    await vi.waitFor(() => expect(writers.begun.slice(3)).toEqual(['a3']));
    await writers.end('b1');
    await vi.waitFor(() => expect(writers.begun.slice(4)).toEqual(['b2']));
    await writers.end('a2');
    await vi.waitFor(() => expect(writers.begun.slice(5)).toEqual(['c1']));
    for (const name of ['a3', 'b2', 'c1']) await writers.end(name);
    await Promise.all(entering);
    await writers.end('a4');
    // All are over, so that there is room again.
    await Promise.all(['d1', 'd2', 'e1'].map(writers.enter));
  });

  it('of one network may be more than those of one account', async () => {
    await Promise.all(['n1', 'n2', 'n3'].map(createWriters(new WriteTurns(limits)).enter));
  });

  it('end their wait with an outage of their own', async () => {
    const writers = createWriters(new WriteTurns(limits));
    await Promise.all(['a1', 'a2', 'b1'].map(writers.enter));
    const refused = writers.enter('a3');
    const waiting = writers.enter('b2');
    writers.fail('a1');
    await expect(refused).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await writers.end('a1');
    await waiting;
    expect(writers.begun.at(-1)).toBe('b2');
  });

  it('wait for eight seconds at most, and then take no turn', async () => {
    vi.useFakeTimers();
    const writers = createWriters(new WriteTurns(limits));
    await Promise.all(['a1', 'a2'].map(writers.enter));
    const refused = writers.enter('a3').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(8000);
    expect(await refused).toBeInstanceOf(DatabaseUnavailableError);
    await writers.end('a1');
    await writers.enter('a4');
    expect(writers.begun).toEqual(['a1', 'a2', 'a4']);
  });
});
