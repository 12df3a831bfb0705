import { readStored, removeStored, storageKeys, writeStored } from '#web/lib/storage.ts';

/** The columns that can be chosen, in their order. The others always stand. */
export const optionalColumns = ['change', 'cap', 'hour', 'volume', 'week', 'line'] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

/** The names in the address, in storage and in the attribute of the page's root. */
export const lookNames = { columns: 'columns', rows: 'rows' } as const;

const none = 'none';
const local = () => localStorage;

/** The columns of a text such as `change.cap`; null if it names none: the width decides. */
export function readColumns(text: string | null): readonly OptionalColumn[] | null {
  if (text === none) return [];
  const named = (text ?? '').split('.');
  const columns = optionalColumns.filter((column) => named.includes(column));
  return columns.length > 0 ? columns : null;
}

/** Undoes `readColumns`. */
export function writeColumns(columns: readonly OptionalColumn[]): string {
  return columns.length > 0 ? optionalColumns.filter((column) => columns.includes(column)).join('.') : none;
}

/** The columns that a table of that width shows until the visitor chooses. The widths are those of the stylesheet. */
export function columnsOfWidth(width: number): readonly OptionalColumn[] {
  if (width >= 1200) return optionalColumns;
  return width >= 1024 ? ['change', 'cap', 'week', 'line'] : ['change', 'cap'];
}

/** Dresses the page as the address says, or as this browser remembers. Before the first paint an inline script does. */
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

/** Remembers a choice and puts it into the address; null forgets it. */
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
