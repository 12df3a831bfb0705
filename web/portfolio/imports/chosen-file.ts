import { useSyncExternalStore } from 'react';

/*
 * The file that was dropped on the portfolio or picked, until another is. The browser gives a file once: it is kept, so
 * that it can be read again in another way.
 */

let chosen: File | null = null;
let isNew = false;
const listeners = new Set<() => void>();

export function chooseFile(file: File): void {
  chosen = file;
  isNew = true;
  for (const listener of listeners) listener();
}

/** The chosen file, once: null where it was taken already. */
export function takeNewFile(): File | null {
  const file = isNew ? chosen : null;
  isNew = false;
  return file;
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The file that was chosen last; null: none in this tab. */
export const useChosenFile = (): File | null =>
  useSyncExternalStore(
    watch,
    () => chosen,
    () => null,
  );
