import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOverlay, setOverlayLoader } from '#web/ui/overlay/overlays.ts';
import { rememberDecline, scheduleUpgradePrompt } from './schedule-upgrade-prompt.ts';
import { countVisit } from './visits.ts';

let opened: string[];
let stop = () => {};
/** Each test starts long after the previous one and the offers declined in it. */
let start = Date.UTC(2026, 0, 1);
const month = 30 * 24 * 60 * 60_000;

/** A browser that has loaded the site `visits` times, the last one just now. */
function arrive(visits: number) {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  for (let visit = 0; visit < visits; visit++) countVisit();
}

/** Shows a page and returns the overlays opened from then on. */
function show(path: string, pageViews = 0) {
  stop();
  stop = scheduleUpgradePrompt(path, pageViews);
  return opened;
}

beforeEach(() => {
  start += month;
  vi.useFakeTimers({ now: start });
  opened = [];
  setOverlayLoader((overlay) => opened.push(overlay.name === 'offer' ? overlay.reason : overlay.name));
});
afterEach(() => {
  stop();
  stop = () => {};
  openOverlay(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the upgrade popup', () => {
  it('opens after 30 seconds of a second visit', () => {
    arrive(2);
    show('/');
    vi.advanceTimersByTime(30_000);
    expect(opened).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(opened).toEqual(['time_spent']);
  });

  it('opens after 120 seconds of a first visit, on any page', () => {
    arrive(1);
    show('/');
    vi.advanceTimersByTime(60_000);
    show('/news', 1);
    vi.advanceTimersByTime(60_000);
    expect(opened).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(opened).toEqual(['feature_locked']);
  });

  it('opens at the third page view', () => {
    arrive(1);
    expect(show('/news', 2)).toEqual([]);
    expect(show('/learn', 3)).toEqual(['limit_reached']);
  });

  it('waits for another overlay, and returns after one that replaced it', () => {
    arrive(1);
    openOverlay('lead');
    expect(show('/', 3)).toEqual(['lead']);
    openOverlay(null);
    expect(opened).toEqual(['lead', 'limit_reached']);
    openOverlay('search');
    openOverlay(null);
    expect(opened.slice(2)).toEqual(['search', 'limit_reached']);
  });

  it('does not open for seven days after it was declined', () => {
    arrive(1);
    rememberDecline();
    vi.advanceTimersByTime(7 * 24 * 60 * 60_000 - 1);
    expect(show('/', 3)).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(show('/news', 4)).toEqual(['feature_locked']);
  });

  it('stays declined even in a browser without storage', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('This browser keeps nothing.');
      },
    });
    expect(show('/', 3)).toEqual(['limit_reached']);
    rememberDecline();
    openOverlay(null);
    expect(opened).toEqual(['limit_reached']);
    expect(show('/news', 4)).toEqual(['limit_reached']);
  });

  it('is not shown on pages that sell plans, and closes there', () => {
    arrive(1);
    show('/', 3);
    expect(show('/pricing', 4)).toEqual(['limit_reached']);
    openOverlay('keys');
    openOverlay(null);
    expect(opened).toEqual(['limit_reached', 'keys']);
    expect(show('/news', 5)).toEqual(['limit_reached', 'keys', 'limit_reached']);
  });

  it('does not open once the user has left its page', () => {
    arrive(2);
    show('/');
    stop();
    vi.advanceTimersByTime(200_000);
    expect(opened).toEqual([]);
  });
});
