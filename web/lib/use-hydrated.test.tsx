import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A fake of React's hooks in a browser, during hydration or a client render. */
const hooks = vi.hoisted(() => ({
  place: null as 'hydration' | 'browser' | null,
  states: [] as unknown[],
  next: 0,
  effects: [] as (() => void)[],
  inTransition: false,
  /** For each state change, whether it was in a transition. */
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

/** Renders once and runs the effects. */
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
  it('is false on the server', () => {
    expect(renderToString(<Shown hook={useAfterHydration} />)).toBe('false');
  });

  it('is false during hydration, and true after a transition', () => {
    expect(render('hydration', useAfterHydration)).toBe(false);
    expect(hooks.changes).toEqual([true]);
    expect(render('browser', useAfterHydration)).toBe(true);
  });

  it('is true immediately in a client render', () => {
    expect(render('browser', useAfterHydration)).toBe(true);
    expect(hooks.changes).toEqual([]);
  });
});

describe('useHydrated', () => {
  it('is false on the server, whatever is rendered there', () => {
    expect(renderToString(<Shown hook={() => useHydrated(() => true)} />)).toBe('false');
  });

  it('is false during hydration, unless the device would render the same as the server', () => {
    vi.stubGlobal('location', {});
    expect(render('hydration', useHydrated)).toBe(false);
    expect(render('hydration', () => useHydrated(() => true))).toBe(true);
    expect(render('browser', useHydrated)).toBe(true);
  });
});
