import { useMemo, useState } from 'react';
import { useLocation } from '../router/page-location.ts';
import { useHydrated } from '../use-hydrated.ts';

/**
 * A text in the URL's query, so that a link shows the same. Empty if absent, and on the server, which renders without a
 * query. Setting it replaces the URL without navigating, so that typing renders only the component that uses it.
 */
export function useUrlText(name: string): [text: string, setText: (text: string) => void] {
  const isHydrated = useHydrated(() => readText(name) === '');
  // The router doesn't know about the replaced query, but each navigation, even to the same page, has a new key.
  const { key } = useLocation();
  const [written, setWritten] = useState<{ readonly key: string; readonly text: string }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation reads the URL again
  const read = useMemo(() => (isHydrated ? readText(name) : ''), [isHydrated, key, name]);
  const setText = (text: string) => {
    setWritten({ key, text });
    replaceText(name, text);
  };
  return [written?.key === key ? written.text : read, setText];
}

function readText(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? '';
}

function replaceText(name: string, text: string): void {
  const url = new URL(location.href);
  if (text === '') url.searchParams.delete(name);
  else url.searchParams.set(name, text);
  try {
    history.replaceState(history.state, '', url);
  } catch {
    // Browsers refuse very frequent changes, such as from a key held down. A later change succeeds.
  }
}
