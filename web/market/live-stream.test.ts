import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveState, openLiveStream } from './live-stream.ts';

/** A browser's EventSource, told what to do. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.all.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  send(name: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
  /** Refused: the browser gives up. Otherwise it reconnects by itself. */
  fail(isRefused: boolean): void {
    this.readyState = isRefused ? 2 : 0;
    this.dispatchEvent(new Event('error'));
  }
}

const page = Object.assign(new EventTarget(), { hidden: false });
const states: LiveState[] = [];
const quotes: unknown[] = [];
const statuses: unknown[] = [];
const last = () => FakeEventSource.all.at(-1) as FakeEventSource;
const openCount = () => FakeEventSource.all.filter((source) => source.readyState !== 2).length;
const follow = () =>
  openLiveStream({
    onState: (state) => states.push(state),
    onQuotes: (event) => quotes.push(event),
    onStatus: (status) => statuses.push(status),
  });
function setHidden(isHidden: boolean): void {
  page.hidden = isHidden;
  page.dispatchEvent(new Event('visibilitychange'));
}

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', page);
  page.hidden = false;
  FakeEventSource.all = [];
  for (const list of [states, quotes, statuses]) list.length = 0;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('openLiveStream', () => {
  it('connects and passes on what it reads', () => {
    stop = follow();
    last().open();
    const event = { source: 'coingecko', asOf: '2026-01-10T12:00:00Z', quotes: [] };
    last().send('quotes', event);
    last().send('quotes', 'not an event');
    last().send('status', { source: 'coingecko', state: 'stale', asOf: null });
    expect(last().url).toBe('/api/stream');
    expect(states).toEqual(['connecting', 'live']);
    expect(quotes).toEqual([event]);
    expect(statuses).toHaveLength(1);
  });
  it('leaves a lost connection to the browser, which reconnects', () => {
    stop = follow();
    last().open();
    last().fail(false);
    vi.advanceTimersByTime(60_000);
    expect(states.at(-1)).toBe('connecting');
    expect(FakeEventSource.all).toHaveLength(1);
    last().open();
    expect(states.at(-1)).toBe('live');
  });
  it('asks again, ever slower, after a refusal', () => {
    stop = follow();
    for (let tries = 1; tries < 12; tries++) {
      expect(FakeEventSource.all).toHaveLength(tries);
      last().fail(true);
      vi.advanceTimersByTime(Math.min(1000 * 2 ** (tries - 1), 30_000));
    }
    last().fail(true);
    vi.advanceTimersByTime(14_000);
    expect(openCount()).toBe(0);
    vi.advanceTimersByTime(16_000);
    expect(openCount()).toBe(1);
  });
  it('lets go while the page is hidden, and resumes', () => {
    stop = follow();
    last().open();
    setHidden(true);
    expect(openCount()).toBe(0);
    expect(states.at(-1)).toBe('paused');
    setHidden(false);
    expect(openCount()).toBe(1);
    last().open();
    expect(states.at(-1)).toBe('live');
  });
  it('opens nothing on a page that begins hidden', () => {
    page.hidden = true;
    stop = follow();
    expect(FakeEventSource.all).toHaveLength(0);
  });
  it('stops for good', () => {
    stop = follow();
    last().fail(true);
    stop();
    vi.advanceTimersByTime(120_000);
    setHidden(false);
    expect(openCount()).toBe(0);
    expect(states.at(-1)).toBe('off');
  });
});
