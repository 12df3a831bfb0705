import { use } from 'react';

/** Code loaded on first use. */
export interface LazyModule<T> {
  /**
   * Starts the load, or retries it after a failure; concurrent callers share one load. Call it from events and before
   * rendering.
   */
  load(): Promise<T>;
  /** The module, if loaded. */
  readonly loaded: T | undefined;
  /** The promise of the last load, whether pending, fulfilled or rejected. */
  readonly flight: Promise<T> | undefined;
}

/** Wraps a dynamic import. */
export function lazyModule<T>(importModule: () => Promise<T>): LazyModule<T> {
  let loaded: T | undefined;
  let flight: Promise<T> | undefined;
  let hasFailed = false;
  const start = () => {
    hasFailed = false;
    flight = importModule().then(
      (module) => {
        loaded = module;
        return module;
      },
      (error) => {
        hasFailed = true;
        throw error;
      },
    );
    return flight;
  };
  return {
    load: () => (flight && !hasFailed ? flight : start()),
    get loaded() {
      return loaded;
    },
    get flight() {
      return flight;
    },
  };
}

/** The module, for rendering: suspends during the load and throws if it failed. Does not retry. */
export function useLazyModule<T>(module: LazyModule<T>): T {
  return module.loaded ?? use(module.flight ?? module.load());
}
