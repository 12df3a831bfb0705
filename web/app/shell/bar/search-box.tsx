import Search from 'lucide-react/icons/search';
import type { KeyboardEvent } from 'react';
import input from '#web/ui/form/input.module.css';
import { openOverlay, prepareOverlay } from '#web/ui/overlay/overlays.ts';
import button from '#web/ui/styles/button.module.css';
import styles from './bar.module.css';

interface SearchBoxProps {
  text: string;
  onText: (text: string) => void;
  label?: string;
  /** Whether to show the keyboard shortcut. */
  hasKey?: boolean;
}

const preload = () => prepareOverlay('search');
const openSearch = () => openOverlay('search');

/**
 * A click or the first letter opens the search dialog. Box and dialog share one text, so that letters typed while the
 * dialog is loading are not lost.
 */
export function SearchBox({ text, onText, label = 'Search coins', hasKey = true }: SearchBoxProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const isSlash = event.key === '/' && text === '';
    if (event.key !== 'Enter' && event.key !== 'ArrowDown' && !isSlash) return;
    event.preventDefault();
    openSearch();
  };
  return (
    <div className={input.affixed}>
      <Search className="icon" aria-hidden="true" />
      <input
        className={input.input}
        type="search"
        aria-label={label}
        placeholder="Search coins"
        autoComplete="off"
        spellCheck={false}
        data-search-box=""
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          openSearch();
        }}
        onClick={openSearch}
        onKeyDown={onKeyDown}
        onFocus={preload}
        onPointerEnter={preload}
      />
      {hasKey && <kbd>/</kbd>}
    </div>
  );
}

/** Opens the search if there is no room for the box. */
export function SearchButton() {
  return (
    <button
      className={`${button.ghost} ${button.iconOnly} ${styles.narrowOnly}`}
      type="button"
      aria-label="Search coins"
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onClick={openSearch}
    >
      <Search className="icon" aria-hidden="true" />
    </button>
  );
}

/** Opens the search by keyboard. The box gets the focus and receives letters until the dialog is loaded. */
export function openSearchByKey(): void {
  const box = document.querySelector<HTMLInputElement>('header [data-search-box]');
  if (box?.offsetParent) box.focus();
  openSearch();
}
