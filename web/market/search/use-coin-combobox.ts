import { type KeyboardEvent, useState } from 'react';
import type { CoinMatch } from './search-matches.ts';
import { useCoinOptions } from './use-coin-options.ts';

/** The state and keys of a field that chooses a coin from a list. */
export function useCoinCombobox(onChange: (coin: CoinMatch) => void) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [cursor, setCursor] = useState(0);
  const { options, note } = useCoinOptions(text);
  const selected = isOpen ? options[Math.min(cursor, options.length - 1)] : undefined;

  const open = (typed: string) => {
    setOpen(true);
    setText(typed);
    setCursor(0);
  };
  const close = () => setOpen(false);
  const choose = (coin: CoinMatch) => {
    onChange(coin);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !isOpen) open('');
    else if (step && options.length > 0) setCursor((cursor + step + options.length) % options.length);
    else if (event.key === 'Enter' && selected && !event.nativeEvent.isComposing) choose(selected);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  };
  return { isOpen, text, options, note, selected, open, close, choose, onKeyDown };
}
