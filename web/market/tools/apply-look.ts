import { readStored, removeStored, storageKeys, writeStored } from '#web/lib/storage.ts';

/** The columns that can be chosen, in order. All others are always shown. */
export const optionalColumns = ['change', 'cap', 'hour', 'volume', 'week', 'line'] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

/** The names of the search parameters, the storage keys and the root element's data attributes. */
export const lookNames = { columns: 'columns', rows: 'rows' } as const;

const none = 'none';
const local = () => localStorage;

/** The columns in a text such as `change.cap`; null if it names none, so that the width decides. */
export function readColumns(text: string | null): readonly OptionalColumn[] | null {
  if (text === none) return [];
  const named = (text ?? '').split('.');
  const columns = optionalColumns.filter((column) => named.includes(column));
  return columns.length > 0 ? columns : null;
}

/** The text that `readColumns` reads as these columns. */
export function writeColumns(columns: readonly OptionalColumn[]): string {
  return columns.length > 0 ? optionalColumns.filter((column) => columns.includes(column)).join('.') : none;
}

/** The default columns at that page width in px. Must match the stylesheet. */
export function columnsOfWidth(width: number): readonly OptionalColumn[] {
  if (width >= 1200) return optionalColumns;
  return width >= 1024 ? ['change', 'cap', 'week', 'line'] : ['change', 'cap'];
}

/** Applies the look in the URL, or else the one remembered by this browser. An inline script does so the first time. */
export function applyLook(): void {
  const address = new URLSearchParams(location.search);
  const root = document.documentElement.dataset;
  const columns =
    readColumns(address.get(lookNames.columns)) ?? readColumns(readStored(local, storageKeys.columns));
  if (columns) root.columns = columns.join(' ') || none;
  else delete root.columns;
  if ((address.get(lookNames.rows) ?? readStored(local, storageKeys.rows)) === 'compact') {
    root.rows = 'compact';
  } else delete root.rows;
}

/** Remembers a choice and writes it to the URL. Null removes it. */
export function chooseLook(name: keyof typeof lookNames, text: string | null): void {
  const address = new URL(location.href);
  const key = storageKeys[name];
  if (text === null) {
    removeStored(local, key);
    address.searchParams.delete(lookNames[name]);
  } else {
    writeStored(local, key, text);
    address.searchParams.set(lookNames[name], text);
  }
  history.replaceState(history.state, '', address);
  applyLook();
}
