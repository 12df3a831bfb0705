import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import button from '#web/ui/styles/button.module.css';
import coinCell from '../coin-cell.module.css';
import searchDialog from './search-dialog.module.css';
import { type CoinMatch, splitAtMatch } from './search-matches.ts';
import { SearchNote } from './search-note.tsx';
import { useCoinSearch } from './use-coin-search.ts';

interface SearchDialogProps {
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}

const listId = 'coin-search-results';
const optionId = (coinId: string) => `coin-search-${coinId}`;

/** Finds a coin by name or symbol and opens its page. */
export function SearchDialog({ text, onText, onClose }: SearchDialogProps) {
  const search = useCoinSearch(text);
  const navigate = useNavigate();
  const [cursor, setCursor] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const { matches } = search;
  const selected = matches[Math.min(cursor, matches.length - 1)];

  const leave = () => {
    onText('');
    onClose();
  };
  const move = (step: number) => {
    if (matches.length === 0) return;
    setCursor((Math.min(cursor, matches.length - 1) + step + matches.length) % matches.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && selected && !event.nativeEvent.isComposing) {
      leave();
      void navigate(paths.coin(selected.id));
    } else return;
    event.preventDefault();
  };

  return (
    <Dialog
      title="Search coins"
      isTitleHidden
      className={searchDialog.dialog}
      overlayClassName={searchDialog.overlay}
      initialFocus={field}
      onClose={leave}
    >
      <div className={searchDialog.input}>
        <Search className="icon" aria-hidden="true" />
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-label="Search coins"
          aria-expanded={matches.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={selected && optionId(selected.id)}
          placeholder="Search coins"
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
      <div
        className={searchDialog.list}
        role="listbox"
        id={listId}
        aria-label="Results"
        hidden={matches.length === 0}
      >
        {matches.map((coin, index) => (
          <Option
            key={coin.id}
            coin={coin}
            query={text}
            isSelected={coin === selected}
            onPoint={() => setCursor(index)}
            onChoose={leave}
          />
        ))}
      </div>
      <SearchNote text={text} search={search} />
    </Dialog>
  );
}

interface OptionProps {
  coin: CoinMatch;
  query: string;
  isSelected: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ coin, query, isSelected, onPoint, onChoose }: OptionProps) {
  const [before, match, after] = splitAtMatch(coin.name, query);
  return (
    <Link
      className={searchDialog.option}
      role="option"
      id={optionId(coin.id)}
      aria-selected={isSelected}
      tabIndex={-1}
      to={paths.coin(coin.id)}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <CoinLogo coinId={coin.id} size={24} isEager />
      <span>
        <span className={coinCell.name}>
          {before}
          {match && <mark>{match}</mark>}
          {after}
        </span>{' '}
        <span className={coinCell.symbol}>{coin.symbol.toUpperCase()}</span>
      </span>
      <span className="meta figures">{coin.market_cap_rank === null ? '' : `#${coin.market_cap_rank}`}</span>
      <CornerDownLeft className="icon iconSmall" aria-hidden="true" />
    </Link>
  );
}
