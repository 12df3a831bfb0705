import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { lookScript, sessionScript, startScript, themeColors, themeScript } from './theme-script.ts';

function run(stored: string | null | Error, prefersDark: boolean) {
  const meta = { content: '' };
  const documentElement = { dataset: {} as { theme?: string } };
  const getItem = (key: string) => {
    if (stored instanceof Error) throw stored;
    return key === 'crypto-theme' ? stored : null;
  };
  runInNewContext(themeScript, {
    localStorage: { getItem },
    matchMedia: () => ({ matches: prefersDark }),
    document: { documentElement, querySelector: () => meta },
  });
  return { theme: documentElement.dataset.theme, color: meta.content };
}

describe('the theme script', () => {
  it.each([
    ['light', true, 'light'],
    ['dark', false, 'dark'],
    ['system', true, 'dark'],
    ['system', false, 'light'],
    [null, true, 'dark'],
    ['nonsense', false, 'light'],
    [new Error('storage is closed'), true, 'dark'],
  ] as const)(
    'with %s stored and a device that prefers dark: %s, it shows %s',
    (stored, prefersDark, theme) => {
      expect(run(stored, prefersDark)).toEqual({ theme, color: themeColors[theme] });
    },
  );

  it('colours the browser frame like the bar', () => {
    const tokens = readFileSync(new URL('../../web/tokens.css', import.meta.url), 'utf8');
    const surfaces = [...tokens.matchAll(/--surface: (#\w+);/g)].map(([, color]) => color);
    expect(surfaces).toEqual([themeColors.light, themeColors.dark]);
  });
});

describe('the session script', () => {
  const mark = (stored: Record<string, string> | null, more: object = {}) => {
    const documentElement = { dataset: {} };
    const getItem = (key: string) => {
      if (!stored) throw new Error('storage is closed');
      return stored[key] ?? null;
    };
    const storages = { localStorage: { getItem }, sessionStorage: { getItem } };
    runInNewContext(sessionScript, { ...storages, document: { documentElement }, ...more });
    return documentElement.dataset;
  };

  it.each([
    [{}, {}],
    [{ authToken: 'a.b.c' }, { token: '' }],
    [
      { authToken: 'a.b.c', 'altimeter:unproven': '1' },
      { token: '', unproven: '' },
    ],
    [
      { authToken: 'a.b.c', 'altimeter:paid': '1' },
      { token: '', paid: '' },
    ],
    [{ 'altimeter:unproven': '1', 'altimeter:paid': '1' }, {}],
    [{ 'altimeter:closed-ads': 'header between-0' }, { closedAds: 'header between-0' }],
    [null, {}],
  ])('with %o stored it marks %o', (stored, marks) => expect(mark(stored)).toEqual(marks));

  it('marks browsers that support passkeys, whatever they store', () => {
    const browser = { PublicKeyCredential: class {} };
    expect(mark({}, browser)).toEqual({ passkeys: '' });
    expect(mark(null, browser)).toEqual({ passkeys: '' });
  });
});

describe('the look script', () => {
  const dress = (search: string, stored: Record<string, string> | null = {}) => {
    const documentElement = { dataset: {} };
    const getItem = (key: string) => {
      if (!stored) throw new Error('storage is closed');
      return stored[key] ?? null;
    };
    const page = { location: { search }, localStorage: { getItem }, document: { documentElement } };
    runInNewContext(lookScript, { ...page, URLSearchParams });
    return documentElement.dataset;
  };
  const remembered = { 'altimeter:columns': 'cap.week', 'altimeter:rows': 'compact' };

  it.each([
    ['', {}, {}],
    ['', remembered, { columns: 'cap week', rows: 'compact' }],
    ['?columns=hour.line', remembered, { columns: 'hour line', rows: 'compact' }],
    ['?columns=none&rows=comfortable', remembered, { columns: 'none' }],
    ['?columns=<b>&rows=huge', {}, {}],
    ['', { 'altimeter:columns': 'nonsense', 'altimeter:rows': 'nonsense' }, {}],
    ['?tab=gainers', {}, { rowsWait: '' }],
    ['?sort=-price&filter=', {}, { rowsWait: '' }],
    ['?filter=', {}, {}],
    ['?columns=cap&rows=compact', null, { columns: 'cap', rows: 'compact' }],
  ])('with %s in the address and %o stored it marks %o', (search, stored, marks) =>
    expect(dress(search, stored)).toEqual(marks),
  );
});

describe('the start script', () => {
  /** Runs the script on a page. `paint` and `wait` simulate painting and the passing of time. */
  function start({ isHidden = false, observer = true } = {}) {
    const loaded: string[] = [];
    const preloaded: unknown[] = [];
    const timers: (() => void)[] = [];
    let onEntries = (_: { getEntriesByName(name: string): object[] }) => {};
    class Observer {
      constructor(listener: typeof onEntries) {
        onEntries = listener;
      }
      observe() {}
    }
    runInNewContext(startScript.replace('import(', 'load('), {
      load: (href: string) => loaded.push(href),
      document: {
        hidden: isHidden,
        currentScript: { dataset: { modules: '/assets/entry.js /assets/page.js' } },
        createElement: (name: string) => ({ name }),
        head: { append: (link: object) => preloaded.push(link) },
      },
      PerformanceObserver: observer ? Observer : undefined,
      setTimeout: (act: () => void) => timers.push(act),
    });
    return {
      loaded,
      preloaded,
      paint: (name: string) => onEntries({ getEntriesByName: (asked) => (asked === name ? [{}] : []) }),
      wait: () => timers.forEach((act) => void act()),
    };
  }

  it('loads the page’s script once, after the first contentful paint', () => {
    const page = start();
    page.paint('first-paint');
    expect([page.loaded, page.preloaded]).toEqual([[], []]);
    page.paint('first-contentful-paint');
    page.paint('first-contentful-paint');
    page.wait();
    expect(page.loaded).toEqual(['/assets/entry.js']);
    const link = { name: 'link', rel: 'modulepreload' };
    expect(page.preloaded).toEqual([
      { ...link, href: '/assets/entry.js' },
      { ...link, href: '/assets/page.js' },
    ]);
  });

  it('waits for it no longer than a second', () => {
    const page = start();
    page.wait();
    expect(page.loaded).toEqual(['/assets/entry.js']);
  });

  it.each([
    ['nobody sees the page', { isHidden: true }],
    ['the browser does not report paints', { observer: false }],
  ])('does not wait if %s', (_, page) => {
    expect(start(page).loaded).toEqual(['/assets/entry.js']);
  });
});
