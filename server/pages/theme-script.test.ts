import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { headScript, startScript, themeColors } from './theme-script.ts';

interface Visit {
  /** What both storages contain; null if they are unavailable. */
  stored?: Record<string, string> | null;
  search?: string;
  prefersDark?: boolean;
  /** Other globals of the browser. */
  globals?: object;
}

/** The root element's marks and the colour of the browser's frame after the head script. */
function visit({ stored = {}, search = '', prefersDark = false, globals }: Visit) {
  const meta = { content: '' };
  const documentElement = { dataset: {} as Record<string, string> };
  const getItem = (key: string) => {
    if (!stored) throw new Error('storage is unavailable');
    return stored[key] ?? null;
  };
  runInNewContext(headScript, {
    localStorage: { getItem },
    sessionStorage: { getItem },
    location: { search },
    URLSearchParams,
    matchMedia: () => ({ matches: prefersDark }),
    document: { documentElement, querySelector: () => meta },
    ...globals,
  });
  const { theme, unpainted, ...marks } = documentElement.dataset;
  return { theme, unpainted, marks, color: meta.content };
}

describe('the head script', () => {
  it.each([
    ['light', true, 'light'],
    ['dark', false, 'dark'],
    ['system', true, 'dark'],
    ['system', false, 'light'],
    ['nonsense', false, 'light'],
    [undefined, true, 'dark'],
  ] as const)(
    'with %s stored, on a device that prefers dark: %s, shows the theme %s',
    (choice, prefersDark, theme) => {
      const stored = choice === undefined ? {} : { 'crypto-theme': choice };
      expect(visit({ stored, prefersDark })).toMatchObject({ theme, color: themeColors[theme] });
    },
  );

  it('shows the device’s theme if storage is unavailable', () => {
    expect(visit({ stored: null, prefersDark: true }).theme).toBe('dark');
  });

  it('marks the page as not painted yet, unless rows are compact', () => {
    expect(visit({ stored: null }).unpainted).toBe('');
    expect(visit({ search: '?rows=compact' }).unpainted).toBeUndefined();
  });

  it('gives the browser the colour of the bar', () => {
    const tokens = readFileSync(new URL('../../web/tokens.css', import.meta.url), 'utf8');
    const surfaces = [...tokens.matchAll(/--surface: (#\w+);/g)].map(([, color]) => color);
    expect(surfaces).toEqual([themeColors.light, themeColors.dark]);
  });

  it.each([
    [{}, {}],
    [{ authToken: 'a.b.c' }, { token: '' }],
    [
      { authToken: 'a.b.c', 'altimeter:unverified': '1' },
      { token: '', unverified: '' },
    ],
    [
      { authToken: 'a.b.c', 'altimeter:paid': '1' },
      { token: '', paid: '' },
    ],
    [{ 'altimeter:unverified': '1', 'altimeter:paid': '1' }, {}],
    [{ 'altimeter:closed-ads': 'header between-0' }, { closedAds: 'header between-0' }],
    [null, {}],
  ])('with %o stored, marks %o', (stored, marks) => expect(visit({ stored }).marks).toEqual(marks));

  it('marks browsers that support passkeys, whatever they store', () => {
    const globals = { PublicKeyCredential: class {} };
    expect(visit({ globals }).marks).toEqual({ passkeys: '' });
    expect(visit({ globals, stored: null }).marks).toEqual({ passkeys: '' });
  });

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
  ])('with %s in the URL and %o stored, marks %o', (search, stored, marks) =>
    expect(visit({ search, stored }).marks).toEqual(marks),
  );
});

describe('the start script', () => {
  /** What the script does on a page: `paint` paints the page, and `wait` lets time pass. */
  function start({ isHidden = false, observer = true } = {}) {
    const loaded: string[] = [];
    const preloaded: unknown[] = [];
    const timers: (() => void)[] = [];
    const marks: Record<string, string> = { unpainted: '', theme: 'dark' };
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
        documentElement: { dataset: marks },
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
      marks,
      paint: (name: string) => onEntries({ getEntriesByName: (asked) => (asked === name ? [{}] : []) }),
      wait: () => timers.forEach((act) => void act()),
    };
  }

  it('loads the page’s script once, after the first content is painted', () => {
    const page = start();
    page.paint('first-paint');
    expect([page.loaded, page.preloaded, 'unpainted' in page.marks]).toEqual([[], [], true]);
    page.paint('first-contentful-paint');
    page.paint('first-contentful-paint');
    page.wait();
    expect(page.loaded).toEqual(['/assets/entry.js']);
    expect(page.marks).toEqual({ theme: 'dark' });
    const link = { name: 'link', rel: 'modulepreload' };
    expect(page.preloaded).toEqual([
      { ...link, href: '/assets/entry.js' },
      { ...link, href: '/assets/page.js' },
    ]);
  });

  it('waits for the first paint no longer than a second', () => {
    const page = start();
    page.wait();
    expect([page.loaded, page.marks]).toEqual([['/assets/entry.js'], { theme: 'dark' }]);
  });

  it.each([
    ['nobody sees the page', { isHidden: true }],
    ['the browser does not report paints', { observer: false }],
  ])('does not wait if %s', (_, page) => {
    expect(start(page).loaded).toEqual(['/assets/entry.js']);
  });
});
