import { changeVariant, formatPercent } from '../lib/formats.ts';

interface ChangeProps {
  /** Percent; null where it is not known. */
  value: number | null | undefined;
  className?: string;
}

/** A change in percent with its sign, arrow and colour. */
export function Change({ value, className }: ChangeProps) {
  return (
    <span className={className ? `chg ${className}` : 'chg'} data-variant={changeVariant(value)}>
      <span>{formatPercent(value)}</span>
    </span>
  );
}
