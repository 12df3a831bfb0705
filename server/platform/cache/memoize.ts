/*
 * Returns the same derived object for the same input, as long as the input lives. Answers that are encoded once per source
 * object are then encoded once.
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

/** For a small number of keys that are not objects. */
export function memoizeByKey<K, R>(derive: (key: K) => R): (key: K) => R {
  const known = new Map<K, R>();
  return (key) => {
    const old = known.get(key);
    if (old !== undefined) return old;
    const derived = derive(key);
    known.set(key, derived);
    return derived;
  };
}
