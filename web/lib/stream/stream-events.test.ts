import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakePage } from '../../../tests/support/fake-page.ts';
import { FakeStream } from '../../../tests/support/streams/fake-stream.ts';

/*
 * Each tab has its own copy of the modules, with Node's real locks and channels. All tabs of a test share one document,
 * so hiding it hides all of them.
 */
let server: FakeStream;
let page: FakePage;
const tabs: { close(): void }[] = [];

beforeEach(() => {
  server = new FakeStream();
  page = new FakePage();
});
afterEach(async () => {
  for (const tab of tabs.splice(0)) tab.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The token in the browser's storage. */
function createStorage(initial: string | null = null) {
  let token = initial;
  const watchers = new Set<() => void>();
  return {
    getToken: () => token,
    onRefused: vi.fn((refused: string) => refused === token && set(null)),
    onForbidden: () => {},
    watch(onChange: () => void) {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
    set,
  };
  function set(next: string | null) {
    token = next;
    for (const watcher of [...watchers]) watcher();
  }
}

type Storage = ReturnType<typeof createStorage>;

async function openTab(storage: Storage = createStorage(), names: readonly string[] = ['quotes', 'status']) {
  vi.resetModules();
  const { setCredentials } = await import('../api-client.ts');
  setCredentials(storage);
  const stream = await import('./stream-events.ts');
  const received: string[] = [];
  const states: string[] = [];
  const stops = [
    stream.onStreamState((state) => states.push(state)),
    stream.onStreamEvent('reset', (of) => received.push(`reset ${of.join()}`)),
    ...names.map((name) =>
      stream.onStreamEvent(name as 'quotes', (data) => received.push(`${name} ${JSON.stringify(data)}`)),
    ),
  ];
  const tab = {
    received,
    states,
    close: () => {
      for (const stop of stops.splice(0)) stop();
    },
  };
  tabs.push(tab);
  return tab;
}

/** Waits until `count` connections have been made in total, and returns the newest. */
async function waitForConnection(count: number) {
  await vi.waitFor(() => expect(server.connections).toHaveLength(count));
  return server.last;
}

const member = (token = 'token-of-ada') => createStorage(token);
const alerts = ['alert'];

describe('one tab', () => {
  it('connects and passes on what it receives', async () => {
    const tab = await openTab();
    (await waitForConnection(1)).open('q1');
    server.last.send('quotes', 'one', 'q2');
    await vi.waitFor(() => expect(tab.received.at(-1)).toBe('quotes "one"'));
    expect(tab.received).toHaveLength(2);
    expect(server.last).toMatchObject({ url: '/api/stream', token: undefined, lastEventId: undefined });
    expect(tab.states.at(-1)).toBe('live');
  });

  it('reconnects after a loss and resumes at its position', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const tab = await openTab();
    (await waitForConnection(1)).open('q1');
    server.last.send('quotes', 'one', 'q2');
    await vi.waitFor(() => expect(tab.received.at(-1)).toBe('quotes "one"'));
    server.last.end();
    await vi.waitFor(() => expect(tab.states.at(-1)).toBe('connecting'));
    vi.advanceTimersByTime(2_000);
    expect((await waitForConnection(2)).lastEventId).toBe('q2');
  });

  it('waits longer after each refusal, and at least as long as the server asks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(Math, 'random').mockReturnValue(1);
    await openTab();
    for (let tries = 1; tries < 8; tries++) {
      await vi.waitUntil(() => server.connections.length === tries);
      server.last.refuse(503, tries === 1 ? { 'Retry-After': '20' } : {});
      await vi.waitUntil(() => vi.getTimerCount() > 0);
      const wait = tries === 1 ? 20_000 : Math.min(1_000 * 2 ** (tries - 1), 30_000);
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(server.connections).toHaveLength(tries);
      await vi.advanceTimersByTimeAsync(1);
    }
    vi.restoreAllMocks();
  });

  it('treats an answer that is not a stream as a refusal', async () => {
    const tab = await openTab();
    const connection = await waitForConnection(1);
    connection.refuse(200, { 'Content-Type': 'text/html' });
    await vi.waitFor(() => expect(connection.isOver).toBe(true));
    expect(tab.states).not.toContain('live');
  });

  it('closes a connection that has gone silent', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const tab = await openTab();
    (await waitForConnection(1)).open('q1');
    await vi.waitFor(() => expect(tab.states.at(-1)).toBe('live'));
    await vi.advanceTimersByTimeAsync(30_000);
    server.last.write(':\n\n');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.last.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(16_000);
    expect(server.connections[0]?.isOver).toBe(true);
  });

  it('disconnects soon after the page is hidden, and resumes when it is visible', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const tab = await openTab();
    (await waitForConnection(1)).open('q1');
    await vi.waitFor(() => expect(tab.states.at(-1)).toBe('live'));
    page.setHidden(true);
    expect(tab.states.at(-1)).toBe('paused');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.openCount).toBe(0);
    page.setHidden(false);
    expect((await waitForConnection(2)).lastEventId).toBe('q1');
    server.last.open('q1');
    await vi.waitFor(() => expect(tab.states.at(-1)).toBe('live'));
  });

  it('keeps the connection while one page replaces another', async () => {
    const tab = await openTab();
    (await waitForConnection(1)).open('q1');
    await vi.waitFor(() => expect(tab.states.at(-1)).toBe('live'));
    page.setHidden(true);
    page.setHidden(false);
    expect(server.openCount).toBe(1);
    expect(server.connections).toHaveLength(1);
  });

  it('sends nothing to a hidden page, and reports afterwards that it missed events', async () => {
    const tab = await openTab();
    (await waitForConnection(1)).open('q1');
    await vi.waitFor(() => expect(tab.received).toHaveLength(1));
    page.setHidden(true);
    server.last.send('quotes', 'unseen', 'q2');
    await vi.waitFor(() => expect(server.last.isRead).toBe(true));
    await new Promise((resolve) => setTimeout(resolve));
    expect(tab.received).toHaveLength(1);
    page.setHidden(false);
    expect(tab.received.at(-1)).toBe('reset quotes');
  });

  it('opens no connection for a page that starts hidden', async () => {
    page.hidden = true;
    const tab = await openTab();
    await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(1));
    expect([server.connections.length, tab.states.at(-1)]).toEqual([0, 'paused']);
  });

  it('stops for good, and leaves nothing behind', async () => {
    const tab = await openTab();
    (await waitForConnection(1)).open('q1');
    tab.close();
    await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(0));
    page.setHidden(true);
    page.setHidden(false);
    expect([server.openCount, server.connections.length]).toEqual([0, 1]);
  });

  it('works without the Web Locks API', async () => {
    vi.stubGlobal('navigator', {});
    const [one, other] = [await openTab(), await openTab()];
    await waitForConnection(2);
    for (const made of server.connections) made.open('q1');
    await vi.waitFor(() => expect([one.states.at(-1), other.states.at(-1)]).toEqual(['live', 'live']));
  });

  it('without locks, closes its connection while hidden', async () => {
    vi.stubGlobal('navigator', {});
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const tab = await openTab(member(), alerts);
    (await waitForConnection(1)).open('a1');
    await vi.waitFor(() => expect(tab.received).toEqual(['reset alert']));
    page.setHidden(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.openCount).toBe(0);
    page.setHidden(false);
    (await waitForConnection(2)).open('a1');
    expect(server.last.lastEventId).toBe('a1');
    server.last.send('alert', 'missed', 'a2');
    await vi.waitFor(() => expect(tab.received.at(-1)).toBe('alert "missed"'));
  });
});

describe('several tabs', () => {
  it('share one connection, and all receive the same events', async () => {
    const [one, other] = [await openTab(), await openTab()];
    (await waitForConnection(1)).open('q1');
    server.last.send('quotes', 'one', 'q2');
    for (const tab of [one, other]) {
      await vi.waitFor(() => expect(tab.received.at(-1)).toBe('quotes "one"'));
      expect(tab.states.at(-1)).toBe('live');
    }
    const late = await openTab();
    await vi.waitFor(() => expect(late.states.at(-1)).toBe('live'));
    expect(late.received).toEqual(['status {"source":"coingecko","state":"live","asOf":null}']);
    expect(server.connections).toHaveLength(1);
  });

  it('continue without the leader, from their own position', async () => {
    const storage = member();
    const leader = await openTab(storage, alerts);
    (await waitForConnection(1)).open('q1.a1');
    const other = await openTab(storage, alerts);
    server.last.send('alert', 'one', 'a2');
    await vi.waitFor(() => expect(other.received.at(-1)).toBe('alert "one"'));
    leader.close();
    expect((await waitForConnection(2)).lastEventId).toBe('q1.a2');
    expect(server.connections[0]?.isOver).toBe(true);
    server.last.open('q1.a2');
    server.last.send('alert', 'two', 'a3');
    await vi.waitFor(() => expect(other.received).toEqual(['reset alert', 'alert "one"', 'alert "two"']));
  });

  it('request the market only while one of them wants it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const storage = member();
    await openTab(storage, alerts);
    (await waitForConnection(1)).open('a1');
    expect(server.last.url).toBe('/api/stream?events=alert');
    const other = await openTab(storage, ['quotes']);
    (await waitForConnection(2)).open('q1.a1');
    expect(server.last).toMatchObject({ url: '/api/stream', lastEventId: 'a1' });
    await vi.waitFor(() => expect(other.states.at(-1)).toBe('live'));
    other.close();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await waitForConnection(3)).toMatchObject({
      url: '/api/stream?events=alert',
      lastEventId: 'q1.a1',
    });
    expect(server.openCount).toBe(1);
  });

  it('forget a tab that crashed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const storage = member();
    await openTab(storage, alerts);
    (await waitForConnection(1)).open('a1');
    const channel = new BroadcastChannel('altimeter:stream:token-of-ada');
    channel.postMessage({ kind: 'want', tab: 'crashed', wants: { market: true, alerts: true } });
    (await waitForConnection(2)).open('q1.a1');
    channel.close();
    const heart = setInterval(() => server.last.write(':\n\n'), 15_000);
    await vi.advanceTimersByTimeAsync(240_000);
    clearInterval(heart);
    expect(server.last.url).toBe('/api/stream?events=alert');
  });

  it('take the lead from a tab that does not answer', async () => {
    let wakeUp = () => {};
    const asleep = new Promise<void>((resolve) => (wakeUp = resolve));
    const sleeper = navigator.locks.request('altimeter:stream:', () => asleep).catch(() => {});
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const tab = await openTab();
    expect(server.connections).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(3_000);
    (await waitForConnection(1)).open('q1');
    await vi.waitFor(() => expect(tab.states.at(-1)).toBe('live'));
    wakeUp();
    await sleeper;
  });

  it('learn after a sleep that they missed events', async () => {
    const sleeper = await openTab(member(), ['quotes', 'alert']);
    (await waitForConnection(1)).open('q1.a1');
    await vi.waitFor(() => expect(sleeper.received).toContain('reset alert'));
    // In the meantime, another tab led and received more events.
    await navigator.locks.request('altimeter:stream:token-of-ada', { steal: true }, async () => {
      const channel = new BroadcastChannel('altimeter:stream:token-of-ada');
      await vi.waitFor(() => expect(sleeper.states.at(-1)).toBe('connecting'));
      channel.postMessage({ kind: 'state', isLive: true, at: { q: '5', a: '7' }, status: null });
      await vi.waitFor(() => expect(sleeper.received.at(-1)).toBe('reset quotes,alert'));
      channel.close();
    });
  });
});

describe('a session', () => {
  it("receives the user's alerts, each once", async () => {
    const tab = await openTab(member(), alerts);
    (await waitForConnection(1)).open('a4');
    expect(server.last.token).toBe('token-of-ada');
    for (const id of ['a5', 'a5', 'a6']) server.last.send('alert', id, id);
    await vi.waitFor(() => expect(tab.received).toEqual(['reset alert', 'alert "a5"', 'alert "a6"']));
  });

  it("opens no stream for a visitor's alerts", async () => {
    const storage = createStorage();
    const tab = await openTab(storage, alerts);
    expect(server.connections).toHaveLength(0);
    storage.set('token-of-eve');
    (await waitForConnection(1)).open('a9');
    await vi.waitFor(() => expect(tab.received).toEqual(['reset alert']));
  });

  it('of another user, or of none, gets a separate connection in every tab', async () => {
    const storage = member();
    const both = ['quotes', 'alert'];
    const tabs = [await openTab(storage, both), await openTab(storage, both)];
    (await waitForConnection(1)).open('q1.a1');
    await vi.waitFor(() => expect(tabs.map((tab) => tab.states.at(-1))).toEqual(['live', 'live']));
    storage.set('token-of-eve');
    (await waitForConnection(2)).open('q1.a1');
    expect(server.last).toMatchObject({ token: 'token-of-eve', lastEventId: 'q1' });
    storage.set(null);
    (await waitForConnection(3)).open('q1');
    expect(server.last).toMatchObject({ token: undefined, lastEventId: 'q1' });
    await vi.waitFor(() => expect(tabs.map((tab) => tab.states.at(-1))).toEqual(['live', 'live']));
    expect(server.openCount).toBe(1);
  });

  it('that the server refuses is dropped', async () => {
    const storage = member();
    await openTab(storage, ['quotes', 'alert']);
    (await waitForConnection(1)).refuse(401);
    expect((await waitForConnection(2)).token).toBeUndefined();
    expect(storage.onRefused).toHaveBeenCalledWith('token-of-ada');
  });
});
