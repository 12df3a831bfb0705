import { describe, expect, it } from 'vitest';
import { createEventLog } from './event-log.ts';

function start(now = 1_000) {
  const clock = { time: now, now: () => clock.time };
  const log = createEventLog({ maxAgeMs: 100, maxBytes: 10, clock });
  const append = (text: string) => log.append(Buffer.from(text));
  const textAfter = (id: number) => log.listAfter(id)?.map(({ bytes }) => String(bytes)) ?? null;
  return { clock, log, append, textAfter };
}

describe('createEventLog', () => {
  it('lists the events after an id, none after the newest', () => {
    const { log, append, textAfter } = start();
    const beginning = log.position();
    const [a, b] = [append('a'), append('b')];
    expect(a).toBeLessThan(b);
    expect([textAfter(beginning), textAfter(a), textAfter(b)]).toEqual([['a', 'b'], ['b'], []]);
    expect(log.listAfter(beginning)?.map(({ id }) => id)).toEqual([a, b]);
    expect(log.position()).toBe(b);
  });

  it('does not know foreign ids or those of an earlier run', () => {
    const earlier = start(500);
    const { append, textAfter } = start(1_000);
    append('a');
    expect([textAfter(earlier.append('x')), textAfter(5_000), textAfter(Number.NaN)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('forgets by age, but still knows the last id', () => {
    const { clock, append, textAfter } = start();
    const a = append('a');
    clock.time += 60;
    const b = append('b');
    clock.time += 60;
    expect([textAfter(a), textAfter(b)]).toEqual([['b'], []]);
    clock.time += 1_000;
    expect([textAfter(a), textAfter(b)]).toEqual([null, []]);
  });

  it('forgets by bytes', () => {
    const { append, textAfter } = start();
    const a = append('aaaa');
    const b = append('bbbb');
    append('cccc');
    expect([textAfter(a), textAfter(b)]).toEqual([['bbbb', 'cccc'], ['cccc']]);
    append('d'.repeat(11));
    expect(textAfter(b)).toBeNull();
  });

  it('assigns ascending ids even if the clock goes backwards', () => {
    const { clock, append } = start();
    const a = append('a');
    clock.time -= 500;
    expect(append('b')).toBeGreaterThan(a);
  });
});
