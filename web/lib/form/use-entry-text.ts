import { useMemo, useState } from 'react';
import { useHydrated } from '../use-hydrated.ts';

/**
 * A text kept in the page's history entry, so that it survives a reload and going back. Empty on the server. It is kept
 * beside the router's own state, so that typing does not navigate.
 */
export function useEntryText(name: string): [text: string, setText: (text: string) => void] {
  const isHydrated = useHydrated();
  // Read once: on the way to another page the entry changes before this one is gone.
  const kept = useMemo(() => (isHydrated ? readText(name) : ''), [isHydrated, name]);
  const [changed, setChanged] = useState<string>();
  const setText = (text: string) => {
    setChanged(text);
    keepText(name, text);
  };
  return [changed ?? kept, setText];
}

function readText(name: string): string {
  const kept: unknown = history.state?.[name];
  return typeof kept === 'string' ? kept : '';
}

function keepText(name: string, text: string): void {
  try {
    history.replaceState({ ...history.state, [name]: text }, '');
  } catch {
    // Browsers refuse very frequent changes, as with a key held down: a later change is kept again.
  }
}
