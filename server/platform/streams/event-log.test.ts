import { describe, expect, it } from 'vitest';
import { createEventLog, type EventLog } from './event-log.ts';

function start(now = 1_000) {
  const clock = { time: now, now: () => clock.time };
  const log = createEventLog({ maxAgeMs: 100, maxBytes: 10, clock });
  const append = (text: string) => log.append(Buffer.from(text)).id;
  const listAfter = (id: number) => {
    const index = log.find(id);
    return index === null ? null : log.listAfter(index);
  };
  const textAfter = (id: number) => listAfter(id)?.map(({ bytes }) => String(bytes)) ?? null;
  return { clock, log, append, listAfter, textAfter };
}

describe('createEventLog', () => {
  it('lists the events after an id, none after the newest', () => {
    const { log, append, listAfter, textAfter } = start();
    const beginning = log.position();
    const [a, b] = [append('a'), append('b')];
    expect(a).toBeLessThan(b);
    expect([textAfter(beginning), textAfter(a), textAfter(b)]).toEqual([['a', 'b'], ['b'], []]);
    expect(listAfter(beginning)?.map(({ id }) => id)).toEqual([a, b]);
    expect(log.position()).toBe(b);
  });

  it('does not know ids that it never assigned, or those of an earlier run', () => {
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

  describe('of events that several processes share', () => {
    const shared = (log: EventLog, id: number, after: number | undefined) =>
      log.appendShared(Buffer.from(String(id)), { id, after });

    it('continues after any id, even one that only another process has', () => {
      const { log, textAfter } = start();
      shared(log, 2_000, 1_000);
      shared(log, 2_020, 2_000);
      expect([textAfter(1_000), textAfter(2_000), textAfter(2_010), textAfter(2_020)]).toEqual([
        ['2000', '2020'],
        ['2020'],
        ['2020'],
        [],
      ]);
      expect(textAfter(2_021)).toBeNull();
    });

    it('knows nothing of events before a gap', () => {
      const { log, textAfter } = start();
      shared(log, 2_000, 1_000);
      shared(log, 3_000, 2_500);
      expect([textAfter(2_000), textAfter(2_500), textAfter(3_000)]).toEqual([null, ['3000'], []]);
      shared(log, 4_000, undefined);
      expect([textAfter(3_000), textAfter(4_000)]).toEqual([null, []]);
    });

    it('sends state events in order, with the preceding id', () => {
      const { log, listAfter } = start();
      shared(log, 2_000, 1_000);
      const { index } = log.appendState(Buffer.from('s'));
      shared(log, 2_020, 2_000);
      expect(listAfter(1_000)?.map(({ id, bytes }) => [id, String(bytes)])).toEqual([
        [2_000, '2000'],
        [2_000, 's'],
        [2_020, '2020'],
      ]);
      expect(log.listAfter(index)).toHaveLength(1);
    });
  });
});
