import { formatPercent, variantOfText } from '../lib/formats.ts';
import { useMoney } from '../lib/money/money-context.ts';
import change from './change.module.css';

interface ChangeProps {
  /** Percent; null where it is not known. */
  value: number | null | undefined;
  className?: string | undefined;
  /** Which way it just went: it flashes once. */
  flash?: 'up' | 'down' | undefined;
}

/** A change in percent with its sign, arrow and colour: as it is in dollars, which a tooltip says where it has to. */
export function Change({ value, className, flash }: ChangeProps) {
  const text = formatPercent(value);
  return (
    <span
      className={className ? `${change.change} ${className}` : change.change}
      data-variant={variantOfText(text)}
      data-flash={flash}
      title={useMoney().isDollars ? undefined : 'As in US dollars'}
    >
      {text}
    </span>
  );
}
