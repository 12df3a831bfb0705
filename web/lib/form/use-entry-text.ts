import { useMemo, useState } from 'react';
import { useHydrated } from '../use-hydrated.ts';

/**
 * A text in the page's history entry, so that it survives reload and back navigation. Empty on the server. It is kept
 * beside the router's state, so that typing does not navigate.
 */
export function useEntryText(name: string): [text: string, setText: (text: string) => void] {
  const isHydrated = useHydrated();
  // Read once: during navigation the entry changes before this page unmounts.
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
    // Browsers refuse very frequent changes, as with a key held down. A later change is saved again.
  }
}
