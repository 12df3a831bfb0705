import History from 'lucide-react/icons/history';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import button from '#web/ui/styles/button.module.css';
import type { CoinAction, SearchCommand } from './search-command.ts';
import styles from './search-dialog.module.css';
import { SearchFoot } from './search-foot.tsx';
import type { SearchCoin, SearchOption } from './search-groups.ts';
import { SearchNote } from './search-note.tsx';
import { OptionRow } from './search-option.tsx';
import { useSearchGroups } from './use-search-groups.ts';
import { useSearchQuotes } from './use-search-quotes.ts';

interface SearchDialogProps {
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  /** The coins in the user's watchlist. */
  watched: readonly SearchCoin[];
  commands: readonly SearchCommand[];
  actions: readonly CoinAction[];
}

const listId = 'search-results';
const optionId = ({ key }: SearchOption) => `search-${key}`;

/** Finds coins, pages and commands. Initially suggests coins. */
export function SearchDialog({ text, onText, onClose, watched, commands, actions }: SearchDialogProps) {
  const { groups, search, query } = useSearchGroups(text, {
    watched,
    commands,
    actions,
    forgetIcon: History,
  });
  const navigate = useNavigate();
  const [cursor, setCursor] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const hasChosen = useRef(false);
  useEffect(
    () => () => {
      // Not the search box, which would take the next key as text.
      if (hasChosen.current) document.getElementById('main')?.focus({ preventScroll: true });
    },
    [],
  );
  const options = groups.flatMap((group) => group.options);
  const selected = options[Math.min(cursor, options.length - 1)];
  const quotes = useSearchQuotes(
    options.flatMap((option) => (option.kind === 'command' ? [] : [option.coin.id])),
  );
  const selectedId = selected && optionId(selected);
  useEffect(() => {
    if (selectedId) document.getElementById(selectedId)?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);

  const leave = () => {
    onText('');
    onClose();
  };
  const choose = (option: SearchOption) => {
    hasChosen.current = true;
    leave();
    if (option.kind === 'command') option.command.run();
    else if (option.kind === 'action') option.action.run(option.coin);
  };
  const move = (step: number) => {
    if (options.length === 0) return;
    setCursor((Math.min(cursor, options.length - 1) + step + options.length) % options.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && selected && !event.nativeEvent.isComposing) {
      choose(selected);
      if (selected.kind === 'coin') navigate(paths.coin(selected.coin.id));
    } else return;
    event.preventDefault();
  };

  return (
    <Dialog
      title="Search coins and commands"
      isTitleHidden
      className={styles.dialog}
      overlayClassName={styles.overlay}
      initialFocus={field}
      onClose={leave}
    >
      <div className={styles.input}>
        <Search className="icon" aria-hidden="true" />
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-label="Search coins, pages and commands"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={selectedId}
          placeholder="Search coins and commands"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => {
            onText(event.target.value);
            setCursor(0);
          }}
          onKeyDown={onKeyDown}
        />
        <DialogClose label="Close search" className={button.small} />
      </div>
      <div className={styles.results}>
        <div
          className={styles.list}
          role="listbox"
          id={listId}
          aria-label="Results"
          tabIndex={0}
          hidden={options.length === 0}
        >
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: options are grouped in a listbox, not in a form
            <div key={group.name} role="group" aria-label={group.name}>
              <div className={styles.groupName} aria-hidden="true">
                {group.name}
              </div>
              {group.options.map((option) => (
                <OptionRow
                  key={option.key}
                  id={optionId(option)}
                  option={option}
                  query={query}
                  quotes={quotes}
                  isSelected={option === selected}
                  onPoint={() => setCursor(options.indexOf(option))}
                  onChoose={() => choose(option)}
                />
              ))}
            </div>
          ))}
        </div>
        <SearchNote query={query} search={search} found={options.length} />
      </div>
      <SearchFoot />
    </Dialog>
  );
}
