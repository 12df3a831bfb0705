import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { currencyName, filterCurrencies, listCurrencyCodes } from '#web/lib/money/currency-names.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { ratesQuery } from '#web/lib/money/page-currency.ts';
import { ComboboxOption } from '#web/ui/form/combobox-option.tsx';
import input from '#web/ui/form/input.module.css';
import dialog from '#web/ui/overlay/dialog.module.css';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import styles from './currency-dialog.module.css';
import { useChooseCurrency } from './use-choose-currency.ts';

/** Chooses the currency of all figures. Common ones come first; others are found by code or name. */
export function CurrencyDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, refetch } = useQuery(ratesQuery());
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog title="Show figures in" initialFocus={field} onClose={onClose}>
      <div className={dialog.body}>
        <CurrencyField field={field} rates={data?.rates} onClose={onClose} />
        {!data && !isError && <Skeleton height={256} />}
        {!data && isError && (
          <p className="row between" role="alert">
            The exchange rates could not be loaded.
            <button type="button" className={button.secondary} onClick={() => void refetch()}>
              Retry
            </button>
          </p>
        )}
        <p className="meta">
          Prices are quoted in US dollars and are converted at today’s rates. Percentage changes are those of
          the US dollar price. Plans are billed in US dollars.
        </p>
      </div>
      {/* Last, so that the field gets the focus. */}
      <DialogClose label="Close" />
    </Dialog>
  );
}

interface CurrencyFieldProps {
  field: React.RefObject<HTMLInputElement | null>;
  rates: Readonly<Record<string, number>> | undefined;
  onClose: () => void;
}

function CurrencyField({ field, rates, onClose }: CurrencyFieldProps) {
  const id = useId();
  const { currency } = useMoney();
  const chooseCurrency = useChooseCurrency();
  const [text, setText] = useState('');
  const [cursor, setCursor] = useState<number | null>(null);
  const codes = rates ? filterCurrencies(listCurrencyCodes(rates), text) : [];
  const start = Math.max(0, text === '' ? codes.indexOf(currency.code) : 0);
  const selected = codes[Math.min(cursor ?? start, codes.length - 1)];
  const choose = (code: string) => {
    onClose();
    if (code !== currency.code) void chooseCurrency(code);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && codes.length > 0) setCursor(((cursor ?? start) + step + codes.length) % codes.length);
    else if (event.key === 'Enter' && selected && !event.nativeEvent.isComposing) choose(selected);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={`${input.affixed} ${styles.search}`}>
        <Search className="icon" aria-hidden="true" />
        <input
          ref={field}
          className={input.input}
          role="combobox"
          aria-label="Currency"
          aria-expanded={rates !== undefined}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={selected && `${id}-${selected}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="Code or name"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setCursor(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {rates && (
        <div className={styles.list} role="listbox" id={`${id}-list`} aria-label="Currencies">
          {codes.map((code) => (
            <Option
              key={code}
              id={`${id}-${code}`}
              code={code}
              isActive={code === selected}
              isChosen={code === currency.code}
              onChoose={() => choose(code)}
            />
          ))}
        </div>
      )}
      <p role="status" className={rates && codes.length === 0 ? 'muted' : 'visuallyHidden'}>
        {rates && (codes.length === 0 ? 'No currency has that code or name.' : `${codes.length} currencies`)}
      </p>
    </>
  );
}

interface OptionProps {
  id: string;
  code: string;
  isActive: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function Option({ id, code, isActive, isChosen, onChoose }: OptionProps) {
  return (
    <ComboboxOption id={id} className={styles.option} isActive={isActive} onChoose={onChoose}>
      <b className={styles.code}>{code.toUpperCase()}</b>
      <span className={styles.name}>{currencyName(code)}</span>
      {isChosen && <Check className="icon" aria-label="Chosen" />}
    </ComboboxOption>
  );
}
