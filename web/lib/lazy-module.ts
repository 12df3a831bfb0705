import { use } from 'react';

/** Code that is loaded when it is first needed. */
export interface LazyModule<T> {
  /** Starts the load, or retries after a failure; callers share one load. Call it from events and before rendering. */
  load(): Promise<T>;
  /** What has been loaded, if it has. */
  readonly loaded: T | undefined;
  /** The promise of the last load, whether pending, done or failed. */
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

/** The module, for rendering: suspends while it loads and throws where the load failed. It does not retry. */
export function useLazyModule<T>(module: LazyModule<T>): T {
  return module.loaded ?? use(module.flight ?? module.load());
}
