import Check from 'lucide-react/icons/check';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Search from 'lucide-react/icons/search';
import { type Ref, useId } from 'react';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { ComboboxOption } from '#web/ui/form/combobox-option.tsx';
import form from '#web/ui/form/form.module.css';
import input from '#web/ui/form/input.module.css';
import coinCell from '../coin-cell.module.css';
import coinPicker from './coin-picker.module.css';
import type { CoinMatch } from './search-matches.ts';
import { useCoinCombobox } from './use-coin-combobox.ts';

interface CoinPickerProps {
  label: string;
  value: CoinMatch | null;
  error?: string | undefined;
  /** Receives the input, so that the form can focus it. */
  field: Ref<HTMLInputElement>;
  onChange: (coin: CoinMatch) => void;
}

/** A field that chooses a coin from the top of the market, or any other by name or symbol. */
export function CoinPicker({ label, value, error, field, onChange }: CoinPickerProps) {
  const id = useId();
  const { isOpen, text, options, note, selected, open, close, choose, onKeyDown } = useCoinCombobox(onChange);
  const optionId = (coin: CoinMatch) => `${id}-${coin.id}`;

  return (
    <div className={form.field}>
      <label className={form.label} htmlFor={id}>
        {label}
      </label>
      <div className={`${input.affixed} ${coinPicker.picker}`}>
        {value && !isOpen ? (
          <CoinLogo coinId={value.id} size={20} />
        ) : (
          <Search className="icon" aria-hidden="true" />
        )}
        <input
          ref={field}
          id={id}
          className={input.input}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={selected && optionId(selected)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          data-owns-escape={isOpen || undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Choose a coin"
          value={isOpen ? text : value ? `${value.name} (${value.symbol.toUpperCase()})` : ''}
          onChange={(event) => open(event.target.value)}
          onClick={() => !isOpen && open('')}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <ChevronsUpDown className={`icon ${coinPicker.mark}`} aria-hidden="true" />
        {/* Keeps the focus in the field, because losing it would close the list before a click. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: not a control; only keeps the focus in place */}
        <div className={coinPicker.list} hidden={!isOpen} onMouseDown={(event) => event.preventDefault()}>
          <div role="listbox" id={`${id}-list`} aria-label="Coins">
            {isOpen &&
              options.map((coin) => (
                <Option
                  key={coin.id}
                  coin={coin}
                  id={optionId(coin)}
                  isActive={coin === selected}
                  isChosen={coin.id === value?.id}
                  onChoose={() => choose(coin)}
                />
              ))}
          </div>
          <p role="status" className={note ? coinPicker.note : 'visuallyHidden'}>
            {isOpen && (note ?? `${options.length} coins`)}
          </p>
        </div>
      </div>
      {error && (
        <p className={form.error} id={`${id}-error`} role="alert">
          <CircleAlert className="icon iconSmall" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}

interface OptionProps {
  coin: CoinMatch;
  id: string;
  isActive: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function Option({ coin, id, isActive, isChosen, onChoose }: OptionProps) {
  return (
    <ComboboxOption id={id} className={coinPicker.option} isActive={isActive} onChoose={onChoose}>
      <CoinLogo coinId={coin.id} size={20} />
      <span className={coinCell.name}>{coin.name}</span>
      <span className={coinCell.symbol}>{coin.symbol.toUpperCase()}</span>
      {isChosen && <Check className="icon" aria-hidden="true" />}
    </ComboboxOption>
  );
}
