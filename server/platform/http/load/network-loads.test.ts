import { describe, expect, it } from 'vitest';
import { defaultLoadLimits, LoadShedder } from './load-shedder.ts';

const limits = { ...defaultLoadLimits, minLateMs: 300, minRequests: 1 };

/** Sheds all ordinary requests that are not spared. */
function createLateShedder(): LoadShedder {
  const shedder = new LoadShedder(limits);
  for (let tick = 0; tick < 20; tick += 1) {
    shedder.admit('last', 'unknown');
    shedder.tick(limits.maxDelayMs + 1, 1, limits.tickMs);
  }
  return shedder;
}

describe('A server that runs late', () => {
  /** Which networks' next request is admitted. */
  function listAdmitted(
    counts: Readonly<Record<string, { readonly open?: number; readonly sent?: number }>>,
  ): string[] {
    const shedder = createLateShedder();
    for (const [network, { open = 0, sent = 0 }] of Object.entries(counts)) {
      for (let count = 0; count < open; count += 1) shedder.enter(network);
      for (let count = 0; count < sent; count += 1) shedder.admit('ordinary', network);
    }
    return Object.keys(counts).filter((network) => shedder.admit('ordinary', network));
  }

  it.each([
    ['open', { crowd: { open: 130 }, visitor: { open: 3 }, newcomer: {} }],
    ['recent', { crowd: { sent: 130 }, visitor: { sent: 3 }, newcomer: {} }],
    ['of two', { crowd: { sent: 70 }, visitor: { sent: 3 }, others: { open: 70 } }],
  ])('sheds no requests of networks with few while others have most of them: %s', (_name, counts) => {
    expect(listAdmitted(counts)).not.toContain('crowd');
    expect(listAdmitted(counts)).toContain('visitor');
  });

  it('sheds those of all networks if many of them together make it late', () => {
    const visitors = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`visitor ${index}`, { open: 1 }]),
    );
    expect(listAdmitted(visitors)).toEqual([]);
    expect(listAdmitted({ ...visitors, crowd: { open: 500 } })).toEqual([]);
    expect(listAdmitted({ one: { sent: 20 }, other: { sent: 20 } })).toEqual([]);
  });

  it('leaves room for others when a network has all ordinary requests that may be open', () => {
    const shedder = new LoadShedder({ ...limits, maxOpen: 4 });
    for (let open = 0; open < 4; open += 1) shedder.enter('crowd');
    expect(shedder.admit('ordinary', 'crowd')).toBe(false);
    expect(shedder.admit('ordinary', 'visitor')).toBe(true);
  });

  it('remembers no network for long', () => {
    const shedder = createLateShedder();
    for (let count = 0; count < 100; count += 1) shedder.admit('ordinary', 'crowd');
    expect(shedder.admit('ordinary', 'visitor')).toBe(true);
    for (let tick = 0; tick < 60; tick += 1) {
      shedder.admit('last', 'unknown');
      shedder.tick(limits.maxDelayMs + 1, 1, limits.tickMs);
    }
    expect(shedder.admit('ordinary', 'visitor')).toBe(false);
  });
});
