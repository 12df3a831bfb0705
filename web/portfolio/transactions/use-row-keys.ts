import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface RowKeysOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly total: number;
  readonly rowHeight: number;
  readonly onOpen: (index: number) => void;
  readonly onSelect: (index: number) => void;
  readonly onRemove: (index: number) => void;
}

/** Rows skipped by Page Up and Page Down. */
const page = 10;

/** The row that a key moves to. Undefined if it is not a navigation key. */
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

/** Arrow-key navigation through the rows of a long list. Tab reaches only one row at a time (roving tabindex). */
export function useRowKeys({ list, total, rowHeight, onOpen, onSelect, onRemove }: RowKeysOptions) {
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  const current = Math.min(active, Math.max(0, total - 1));

  // A distant row is rendered only once the page has scrolled to it, and then replaces its placeholder once loaded.
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

/** Whether the focus has moved to something outside the list. */
function isElsewhere(list: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== null && activeElement !== body && !list?.contains(activeElement);
}
