import { LRUCache } from 'lru-cache';

/**
 * Makes a function return the same derived object for the same input, for as long as the input lives. Responses encoded
 * once per source object are then encoded once.
 */
export function memoize<A extends object, R>(derive: (a: A) => R): (a: A) => R {
  const known = new WeakMap<A, R>();
  return (a) => {
    const old = known.get(a);
    if (old !== undefined) return old;
    const derived = derive(a);
    known.set(a, derived);
    return derived;
  };
}

/** The same for keys that are not objects. Remembers the `maxKeys` most recently used. */
export function memoizeByKey<K extends {}, R extends {}>(
  derive: (key: K) => R,
  maxKeys: number,
): (key: K) => R {
  const known = new LRUCache<K, R>({ max: maxKeys });
  return (key) => {
    const old = known.get(key);
    if (old !== undefined) return old;
    const derived = derive(key);
    known.set(key, derived);
    return derived;
  };
}
