import { useSyncExternalStore } from 'react';

/*
 * The file last dropped or picked. The browser hands a file over only once, so it is kept here: the user may want it
 * read again with other options.
 */

let chosen: File | null = null;
let isNew = false;
/** The id of its newest import. Another file may have the same name. */
let importId: string | null = null;
const listeners = new Set<() => void>();

/** Makes a file the chosen one. */
export function chooseFile(file: File): void {
  chosen = file;
  isNew = true;
  importId = null;
  for (const listener of listeners) listener();
}

/** Remembers that a file was read as this import. */
export function keepImport(file: File, id: string): void {
  if (file === chosen) importId = id;
}

/** Whether the chosen file was read as this import. */
export const isChosenFileOf = (id: string): boolean => id === importId;

/** The chosen file at the first call after it was chosen; null at later calls. */
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

/** The file chosen last. Null if none was chosen in this tab. */
export const useChosenFile = (): File | null =>
  useSyncExternalStore(
    watch,
    () => chosen,
    () => null,
  );
