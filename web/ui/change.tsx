import { formatPercent, variantOfText } from '#web/lib/formats.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import change from './change.module.css';

interface ChangeProps {
  /** In percent; null if unknown. */
  value: number | null | undefined;
  className?: string | undefined;
  /** The direction in which it has just changed. It flashes once in that direction's colour. */
  flash?: 'up' | 'down' | undefined;
}

/** A change in percent with its sign, arrow and colour. Always in dollars; in other currencies, a tooltip says so. */
export function Change({ value, className, flash }: ChangeProps) {
  const text = formatPercent(value);
  return (
    <span
      className={className ? `${change.change} ${className}` : change.change}
      data-variant={variantOfText(text)}
      data-flash={flash}
      title={useMoney().isDollars ? undefined : 'Change in the US dollar price'}
    >
      {text}
    </span>
  );
}
