import { afterEach, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailableError } from '../database-unavailable-error.ts';
import { type WriteTurn, WriteTurns } from './write-turns.ts';

afterEach(() => vi.useRealTimers());

/** Enters writes, and lists those that have begun, in order. */
function createWriters(turns: WriteTurns) {
  const begun: string[] = [];
  const turnOf = new Map<string, WriteTurn>();
  return {
    begun,
    /** By default each write comes from another network. */
    async enter(name: string, network?: unknown) {
      const account = name.startsWith('visitor') ? undefined : name[0];
      const turn = await turns.enter({ account, network: typeof network === 'string' ? network : name });
      turnOf.set(name, turn);
      begun.push(name);
    },
    async end(name: string) {
      turnOf.get(name)!.end();
      await Promise.resolve();
    },
    fail: (name: string, whose: 'own' | 'all') =>
      turnOf.get(name)!.refuseOthers(new DatabaseUnavailableError('test', {}), whose),
  };
}

const limits = { atOnce: 3, perAccount: 2, maxWaitMs: 8000 };

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

  it('of one network leave half of the connections to those of others, whatever their accounts', async () => {
    const writers = createWriters(new WriteTurns({ ...limits, atOnce: 7 }));
    const home = (name: string) => writers.enter(name, 'home');
    await Promise.all(['a1', 'a2', 'b1', 'visitor 1'].map(home));
    const waiting = Promise.all([home('c1'), home('visitor 2')]);
    await Promise.all(['d1', 'e1', 'f1'].map(writers.enter));
    for (const name of ['a1', 'd1', 'e1']) await writers.end(name);
    expect(writers.begun).toEqual(['a1', 'a2', 'b1', 'visitor 1', 'd1', 'e1', 'f1']);
    await writers.end('f1');
    await writers.end('b1');
    await waiting;
  });

  it('end their wait with an outage of their own', async () => {
    const writers = createWriters(new WriteTurns(limits));
    await Promise.all(['a1', 'a2', 'b1'].map(writers.enter));
    const refused = writers.enter('a3');
    const waiting = writers.enter('b2');
    writers.fail('a1', 'own');
    await expect(refused).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await writers.end('a1');
    await waiting;
    expect(writers.begun.at(-1)).toBe('b2');
  });

  it('all end their wait if the database is lost', async () => {
    const writers = createWriters(new WriteTurns(limits));
    await Promise.all(['a1', 'a2', 'b1'].map(writers.enter));
    const waiting = ['a3', 'b2', 'c1'].map(writers.enter);
    writers.fail('a1', 'all');
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
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
