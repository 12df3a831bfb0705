import { describe, expect, it } from 'vitest';
import { FairSlots, type SlotLimits } from './fair-slots.ts';

const limits: SlotLimits = {
  slots: 4,
  perSubject: 2,
  kept: 2,
  maxWaiting: 3,
  maxWaitingOfSubject: 2,
  maxWaitMs: 60_000,
};
const unavailable = { code: 'unavailable', retryAfter: 5 };
const rateLimited = { code: 'rate_limited', retryAfter: 5 };

function open(changed: Partial<SlotLimits> = {}) {
  let now = 1_800_000_000_000;
  const slots = new FairSlots({ ...limits, ...changed }, { now: () => now });
  const entered: string[] = [];
  const enter = (name: string, signal = new AbortController().signal, makeWay?: () => boolean) => {
    const slot = slots.enter(name, signal, makeWay).then((leave) => {
      entered.push(name);
      return leave;
    });
    slot.catch(() => undefined);
    return slot;
  };
  return { slots, entered, enter, pass: (ms: number) => (now += ms) };
}

describe('Fair slots', () => {
  it('are kept for subjects that have none', async () => {
    const { enter, entered } = open();
    const ada = await Promise.all([enter('ada'), enter('ada')]);
    void enter('ada');
    await Promise.all([enter('eve'), enter('bob')]);
    expect(entered).toEqual(['ada', 'ada', 'eve', 'bob']);
    const cyd = enter('cyd');
    // Leaving twice frees one slot.
    ada[0]!();
    ada[0]!();
    await cyd;
    void enter('dan');
    ada[1]!();
    await expect.poll(() => entered).toEqual(['ada', 'ada', 'eve', 'bob', 'cyd', 'dan']);
  });

  it('are given up for waiting requests, oldest first, by holders that agree and have had them long', async () => {
    const share = { atOnceMs: 1000, part: 0.25 };
    const { enter, entered, pass } = open({ slots: 3, perSubject: 1, kept: 0, share });
    const asked: string[] = [];
    const leaves = new Map<string, () => void>();
    const hold = async (name: string, agrees: boolean) => {
      const makeWay = () => {
        asked.push(name);
        if (agrees) leaves.get(name)!();
        return agrees;
      };
      leaves.set(name, await enter(name, undefined, makeWay));
    };
    await hold('ada', false);
    await hold('eve', true);
    await hold('bob', true);
    pass(1000);
    const cyd = enter('cyd');
    expect(asked).toEqual([]);
    pass(1);
    const dan = enter('dan');
    expect(asked).toEqual(['ada', 'eve']);
    (await cyd)();
    await dan;
    expect(entered).toEqual(['ada', 'eve', 'bob', 'cyd', 'dan']);
  });

  it('go to the subject that was admitted least recently', async () => {
    const { enter, entered } = open({ slots: 1, perSubject: 1, kept: 0 });
    const first = await enter('ada');
    const [again, eve] = [enter('ada'), enter('eve')];
    first();
    const leave = await eve;
    const more = enter('eve');
    leave();
    (await again)();
    (await more)();
    expect(entered).toEqual(['ada', 'eve', 'ada', 'eve']);
  });

  it('are refused first to the subject with most waiting; the error says whether its own are in the way', async () => {
    const { enter } = open({ slots: 1, perSubject: 1, kept: 0 });
    await enter('ada');
    const [first, second] = [enter('ada'), enter('ada')];
    await expect(enter('ada')).rejects.toMatchObject(rateLimited);
    const [eve, bob] = [enter('eve'), enter('bob')];
    await expect(second).rejects.toMatchObject(rateLimited);
    await expect(enter('cyd')).rejects.toMatchObject(unavailable);
    expect(await Promise.race([first, eve, bob, Promise.resolve('waiting')])).toBe('waiting');
  });

  it('are not held by requests that left or waited too long', async () => {
    const { enter } = open({ slots: 1, perSubject: 1, kept: 0 });
    const gone = new AbortController();
    const leave = await enter('ada');
    const waiting = enter('eve', gone.signal);
    gone.abort();
    leave();
    await expect(waiting).rejects.toMatchObject(unavailable);
    await expect(enter('eve', gone.signal)).rejects.toMatchObject(unavailable);
    await enter('bob');
    await expect(open({ slots: 0, maxWaitMs: 0 }).enter('ada')).rejects.toMatchObject(unavailable);
  });

  it('can be held only for a share of the time', async () => {
    const share = { atOnceMs: 30_000, part: 0.25 };
    const { enter, pass } = open({ slots: 1, perSubject: 1, kept: 0, share });
    let held = 0;
    let refused = 0;
    for (let minutes = 0; minutes < 60; minutes += 1) {
      const leave = await enter('ada').catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'rate_limited' });
        refused += 1;
        return () => undefined;
      });
      pass(60_000);
      leave();
      held = minutes + 1 - refused;
    }
    expect(held).toBeLessThanOrEqual(16);
    expect(held).toBeGreaterThanOrEqual(14);
    await enter('eve');
  });

  it('are refused with the time to wait until enough of the share is available again', async () => {
    const { enter, pass } = open({ slots: 2, kept: 0, share: { atOnceMs: 30_000, part: 0.25 } });
    const leave = await enter('ada');
    pass(90_000);
    leave();
    await expect(enter('ada')).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 241 });
    pass(241_000);
    await enter('ada');
  });
});
