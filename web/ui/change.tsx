import { changeVariant, formatPercent } from '../lib/formats.ts';

interface ChangeProps {
  /** Percent; null where it is not known. */
  value: number | null | undefined;
  className?: string;
  /** Which way it just went: it flashes once. */
  flash?: 'up' | 'down' | undefined;
}

/** A change in percent with its sign, arrow and colour. */
export function Change({ value, className, flash }: ChangeProps) {
  return (
    <span
      className={className ? `chg ${className}` : 'chg'}
      data-variant={changeVariant(value)}
      data-flash={flash}
    >
      <span>{formatPercent(value)}</span>
    </span>
  );
}
