import { describe, expect, it } from 'vitest';
import { FairBacklog } from './fair-backlog.ts';

const unavailable = { code: 'unavailable', retryAfter: 5 };

function open() {
  let now = 0;
  const backlog = new FairBacklog({ size: 10, maxWaitMs: 1000, burstMs: 1000 }, { now: () => now });
  const leaves: (() => void)[] = [];
  return {
    pass: (ms: number) => (now += ms),
    /** Sends `count` requests. Returns how many are admitted. */
    async enter(name: string, count: number) {
      const before = leaves.length;
      for (let index = 0; index < count; index += 1) {
        try {
          leaves.push(await backlog.enter(name));
        } catch (error) {
          expect(error).toMatchObject(unavailable);
        }
      }
      return leaves.length - before;
    },
    leave(count: number) {
      for (const end of leaves.splice(0, count)) end();
    },
  };
}

describe('A fair backlog', () => {
  it('refuses nothing in a burst', async () => {
    const { enter, pass } = open();
    expect(await enter('ada', 50)).toBe(50);
    pass(999);
    expect(await enter('ada', 5)).toBe(5);
  });

  it('refuses requests once it has been full for longer than a burst, until it is half empty', async () => {
    const { enter, leave, pass } = open();
    expect(await enter('ada', 11)).toBe(11);
    pass(1000);
    expect(await enter('ada', 1)).toBe(0);
    // As ten are answered a second, ten may be open.
    leave(4);
    expect(await enter('ada', 10)).toBe(3);
    leave(6);
    expect(await enter('ada', 10)).toBe(10);
  });

  it('may hold as many requests as are answered within the maximum wait', async () => {
    const { enter, leave, pass } = open();
    expect(await enter('ada', 80)).toBe(80);
    leave(40);
    pass(1000);
    expect(await enter('ada', 1)).toBe(0);
    leave(10);
    expect(await enter('ada', 20)).toBe(10);
  });

  it('gives each subject an equal share, so that those who send few requests are answered', async () => {
    const { enter, pass } = open();
    await enter('ada', 9);
    await enter('eve', 1);
    await enter('bob', 1);
    pass(1000);
    expect([await enter('ada', 5), await enter('eve', 5), await enter('bob', 5)]).toEqual([0, 3, 3]);
  });

  it('holds at most twice its capacity, however many subjects ask', async () => {
    const { enter, pass } = open();
    for (let user = 0; user < 10; user += 1) await enter(`user-${user}`, 1);
    await enter('user-0', 1);
    pass(1000);
    let admitted = 0;
    for (let user = 10; user < 40; user += 1) admitted += await enter(`user-${user}`, 1);
    expect(admitted).toBe(9);
  });

  it('counts a request that ends twice once', async () => {
    const backlog = new FairBacklog({ size: 1, maxWaitMs: 1, burstMs: 0 }, { now: () => 0 });
    const end = await backlog.enter('ada');
    end();
    end();
    await backlog.enter('ada');
    await expect(backlog.enter('ada')).rejects.toMatchObject(unavailable);
  });
});
