import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface RowKeysOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly total: number;
  readonly rowHeight: number;
  readonly onOpen: (index: number) => void;
  readonly onSelect: (index: number) => void;
  readonly onRemove: (index: number) => void;
}

/** Rows that Page Up and Page Down pass. */
const page = 10;

/** The row after a key, or undefined where the key does not move. */
export function rowAfterKey(key: string, row: number, total: number): number | undefined {
  const last = total - 1;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + page,
    PageUp: row - page,
    Home: 0,
    End: last,
  };
  const next = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return next === undefined || total === 0 ? undefined : Math.min(Math.max(next, 0), last);
}

/** Moves through the rows of a long list with the arrow keys. One row at a time can be reached with Tab. */
export function useRowKeys({ list, total, rowHeight, onOpen, onSelect, onRemove }: RowKeysOptions) {
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  const current = Math.min(active, Math.max(0, total - 1));

  // A row far away is drawn only once the page has scrolled to it, and replaces its placeholder once it has arrived.
  useEffect(() => {
    if (wanted.current === null) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!row) return;
    const isPlaceholder = row.ariaBusy === 'true';
    if (!isPlaceholder) wanted.current = null;
    if (isElsewhere(list.current)) wanted.current = null;
    else if (document.activeElement !== row) {
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'nearest' });
    }
  });

  const focusRow = (index: number) => {
    wanted.current = index;
    setActive(index);
    const isDrawn = list.current?.querySelector(`[data-index="${index}"]`);
    if (isDrawn || !list.current) return;
    const top = list.current.getBoundingClientRect().top + scrollY + index * rowHeight;
    scrollTo({ top: top - innerHeight / 2 });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A checkbox or button in a row keeps its own keys.
    if (!(event.target instanceof HTMLTableRowElement)) return;
    const next = rowAfterKey(event.key, current, total);
    if (next !== undefined) focusRow(next);
    else if (event.key === 'Enter') onOpen(current);
    else if (event.key === ' ') onSelect(current);
    else if (event.key === 'Delete') onRemove(current);
    else return;
    event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLTableRowElement && target.ariaBusy === 'true')
      wanted.current = Number(target.dataset.index);
  };
  return { active: current, onKeyDown, onFocus };
}

/** Whether the reader has moved on to something outside the list. */
function isElsewhere(list: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== null && activeElement !== body && !list?.contains(activeElement);
}
