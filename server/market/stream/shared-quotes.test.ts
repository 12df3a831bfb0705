import { expect, it } from 'vitest';
import type { StreamEvent } from '#server/platform/streams/event-stream.ts';
import type { PlacedEvent, SharedEvents } from '#server/platform/streams/shared-events.ts';
import { fakeCoin, fakeNow, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import type { Snapshot } from '../snapshot.ts';
import { createSharedQuotes } from './shared-quotes.ts';

const snapshot = (second: number, price = second): Snapshot => ({
  ...fakeSnapshot({ asOf: fakeNow + second * 1000, coins: [fakeCoin('bitcoin', { current_price: price })] }),
  id: second,
});

/** Redis as seen by all servers; `isDown` for some of them. */
class FakeList {
  readonly events: PlacedEvent[] = [];
  readonly #readers = new Set<() => void>();

  open(state: { isDown: boolean }): SharedEvents {
    let listener = (_: PlacedEvent) => {};
    let next = 0;
    const read = () => {
      while (!state.isDown && next < this.events.length) listener(this.events[next++]!);
    };
    return {
      start: async (toListener) => {
        listener = toListener;
        this.#readers.add(read);
        read();
      },
      offer: async (event) => {
        if (state.isDown) throw new Error('down');
        if (event.place.id > (this.events.at(-1)?.place.id ?? 0)) this.events.push(event);
        for (const reader of this.#readers) reader();
      },
      stop: async () => undefined,
    };
  }
}

async function open(list: FakeList) {
  const state = { isDown: false };
  const sent: { id: number; event: StreamEvent }[] = [];
  const stream = {
    position: () => sent.at(-1)?.id ?? 0,
    publish: () => undefined,
    publishShared(event: StreamEvent, { id }: { id: number }) {
      if (id <= stream.position()) return false;
      sent.push({ id, event });
      return true;
    },
  };
  const quotes = createSharedQuotes(stream, list.open(state));
  await quotes.start();
  let last: Snapshot | null = null;
  return {
    state,
    sent,
    ids: () => sent.map(({ id }) => id),
    async show(...snapshots: Snapshot[]) {
      for (const shown of snapshots) {
        quotes.add(last, shown);
        last = shown;
      }
      await quotes.stop();
    },
  };
}

it('sends the same event on all servers, once, whichever had the snapshot first', async () => {
  const list = new FakeList();
  const [one, two] = [await open(list), await open(list)];
  await one.show(snapshot(1), snapshot(2));
  await two.show(snapshot(1), snapshot(2), snapshot(3));
  await one.show(snapshot(3));
  expect([one.ids(), two.ids()]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
  expect(one.sent).toEqual(two.sent);
});

it('sends the same ids while Redis is down, and nothing twice when it is back', async () => {
  const list = new FakeList();
  const [one, two] = [await open(list), await open(list)];
  for (const server of [one, two]) await server.show(snapshot(1));
  one.state.isDown = true;
  two.state.isDown = true;
  for (const server of [one, two]) await server.show(snapshot(2), snapshot(3));
  one.state.isDown = false;
  await one.show(snapshot(4));
  two.state.isDown = false;
  await two.show(snapshot(4), snapshot(5));
  await one.show(snapshot(5));
  expect([one.ids(), two.ids()]).toEqual([
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
  ]);
});

it('omits no change of a snapshot that another server has sent and this one has not', async () => {
  const list = new FakeList();
  const [one, two] = [await open(list), await open(list)];
  for (const server of [one, two]) await server.show(snapshot(1));
  two.state.isDown = true;
  await one.show(snapshot(2), snapshot(3, 2));
  two.state.isDown = false;
  // It reads 2 and 3 late, and then builds its own event 4 from 1.
  await two.show(snapshot(4, 2));
  expect(two.ids()).toEqual([1, 2, 3, 4]);
  // Each misses one; an event that does not follow the last is replaced by the server's own.
  list.events.push({ place: { id: 6, after: 5 }, event: { name: 'quotes', data: 'of another' } });
  await two.show(snapshot(6, 9));
  expect(two.sent.at(-1)).toMatchObject({ id: 6, event: { data: { quotes: [{ current_price: 9 }] } } });
});
