import { describe, expect, it } from 'vitest';
import { encodeBody } from '#server/platform/cache/encoded-body.ts';
import { FakeMarket, fakeNow, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { createSnapshotResponses } from './snapshot-responses.ts';

async function start() {
  const snapshot = fakeSnapshot();
  const market = new FakeMarket(snapshot);
  const site = { origin: 'https://one.example' };
  const known = createSnapshotResponses(market, () => site.origin);
  return { market, snapshot, site, known, body: await encodeBody('one') };
}

describe('createSnapshotResponses', () => {
  it('knows a URL from its first response until the next snapshot', async () => {
    const { market, snapshot, known, body } = await start();
    expect(known.find('/a')).toBeUndefined();
    known.add('/a', snapshot, body);
    expect(known.find('/a')).toBe(body);
    market.publish(fakeSnapshot({ asOf: fakeNow + 1_000 }));
    expect(known.find('/a')).toBeUndefined();
  });

  it('does not add a response of an older snapshot', async () => {
    const { market, snapshot, known, body } = await start();
    market.publish(fakeSnapshot({ asOf: fakeNow + 1_000 }));
    known.add('/a', snapshot, body);
    expect(known.find('/a')).toBeUndefined();
  });

  it('forgets everything when the origin in the bodies changes', async () => {
    const { snapshot, site, known, body } = await start();
    known.add('/a', snapshot, body);
    site.origin = 'https://two.example';
    expect(known.find('/a')).toBeUndefined();
  });

  it('stays within its limits, and keeps the first responses', async () => {
    const { snapshot, known, body } = await start();
    known.add('/first', snapshot, body);
    known.add(`/${'x'.repeat(300)}`, snapshot, body);
    for (let index = 0; index < 300; index++) known.add(`/${index}`, snapshot, body);
    expect([known.find('/first'), known.find('/0')]).toEqual([body, body]);
    expect([known.find('/299'), known.find(`/${'x'.repeat(300)}`)]).toEqual([undefined, undefined]);
  });

  it('takes little memory, whatever URLs are requested', async () => {
    const { snapshot, known, body } = await start();
    const large = await encodeBody(Buffer.alloc(1024 * 1024), { compress: false });
    for (let index = 0; index < 100; index++) known.add(`/${index}`, snapshot, large);
    known.add('/small', snapshot, body);
    const kept = Array.from({ length: 100 }, (_, index) => known.find(`/${index}`)).filter(Boolean);
    expect([kept.length, known.find('/small')]).toEqual([4, undefined]);
  });
});
