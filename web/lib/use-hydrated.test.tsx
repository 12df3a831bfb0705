import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** What a component does with React's hooks in a browser, where React takes over HTML or renders by itself. */
const hooks = vi.hoisted(() => ({
  place: null as 'hydration' | 'browser' | null,
  states: [] as unknown[],
  next: 0,
  effects: [] as (() => void)[],
  inTransition: false,
  /** Of each change of a state, whether it came in a transition. */
  changes: [] as boolean[],
}));

vi.mock('react', async (importOriginal) => {
  const react = await importOriginal<typeof import('react')>();
  const only = <Name extends 'useState' | 'useEffect' | 'useSyncExternalStore' | 'startTransition'>(
    name: Name,
    inBrowser: unknown,
  ) => ({
    [name]: (...given: never[]) =>
      ((hooks.place === null ? react[name] : inBrowser) as (...given: never[]) => unknown)(...given),
  });
  return {
    ...react,
    ...only('useState', (initial: unknown) => {
      const at = hooks.next++;
      if (!(at in hooks.states)) hooks.states[at] = typeof initial === 'function' ? initial() : initial;
      const set = (value: unknown) => {
        hooks.states[at] = value;
        hooks.changes.push(hooks.inTransition);
      };
      return [hooks.states[at], set];
    }),
    ...only('useEffect', (effect: () => void) => hooks.effects.push(effect)),
    ...only('useSyncExternalStore', (_: unknown, get: () => unknown, getOnServer: () => unknown) =>
      hooks.place === 'hydration' ? getOnServer() : get(),
    ),
    ...only('startTransition', (act: () => void) => {
      hooks.inTransition = true;
      act();
      hooks.inTransition = false;
    }),
  };
});

const { useAfterHydration, useHydrated } = await import('./use-hydrated.ts');

/** One rendering, with its effects. */
function render<T>(place: 'hydration' | 'browser', hook: () => T): T {
  Object.assign(hooks, { place, next: 0, effects: [] });
  const result = hook();
  for (const effect of hooks.effects) effect();
  return result;
}

beforeEach(() => Object.assign(hooks, { states: [], changes: [] }));
afterEach(() => {
  hooks.place = null;
  vi.unstubAllGlobals();
});

const Shown = ({ hook }: { hook: () => boolean }) => String(hook());

describe('useAfterHydration', () => {
  it('says no on the server', () => {
    expect(renderToString(<Shown hook={useAfterHydration} />)).toBe('false');
  });

  it('says no during hydration, and yes after a transition', () => {
    expect(render('hydration', useAfterHydration)).toBe(false);
    expect(hooks.changes).toEqual([true]);
    expect(render('browser', useAfterHydration)).toBe(true);
  });

  it('says yes at once where the browser renders by itself', () => {
    expect(render('browser', useAfterHydration)).toBe(true);
    expect(hooks.changes).toEqual([]);
  });
});

describe('useHydrated', () => {
  it('says no on the server, whatever is rendered there', () => {
    expect(renderToString(<Shown hook={() => useHydrated(() => true)} />)).toBe('false');
  });

  it('says no during hydration, unless the device knows the same as the server', () => {
    vi.stubGlobal('location', {});
    expect(render('hydration', useHydrated)).toBe(false);
    expect(render('hydration', () => useHydrated(() => true))).toBe(true);
    expect(render('browser', useHydrated)).toBe(true);
  });
});
