import { changeVariant, formatPercent } from '../lib/formats.ts';
import change from './change.module.css';

interface ChangeProps {
  /** Percent; null where it is not known. */
  value: number | null | undefined;
  className?: string | undefined;
  /** Which way it just went: it flashes once. */
  flash?: 'up' | 'down' | undefined;
}

/** A change in percent with its sign, arrow and colour. */
export function Change({ value, className, flash }: ChangeProps) {
  return (
    <span
      className={className ? `${change.change} ${className}` : change.change}
      data-variant={changeVariant(value)}
      data-flash={flash}
    >
      {formatPercent(value)}
    </span>
  );
}
