import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import button from '../styles/button.module.css';
import styles from './small-select.module.css';

interface SmallSelectProps {
  label: string;
  value: string | number;
  onChange: (value: string) => void;
  /** Whether the choice differs from the default. */
  isSet?: boolean;
  /** The `<option>` elements. */
  children: ReactNode;
}

/** A choice that looks like a small button. Its label is only for screen readers. */
export function SmallSelect({ label, value, onChange, isSet, children }: SmallSelectProps) {
  return (
    <span className={styles.box}>
      <select
        className={`${button.secondary} ${styles.select}`}
        aria-label={label}
        data-set={isSet || undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {children}
      </select>
      <ChevronDown className="icon iconSmall" aria-hidden="true" />
    </span>
  );
}
