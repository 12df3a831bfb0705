import type { ReactNode } from 'react';
import styles from './news.module.css';

interface FilterButtonProps {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  /** Content at its end. */
  children: ReactNode;
}

/** A button that chooses a topic or a source as the filter. */
export function FilterButton({ name, isChosen, onChoose, children }: FilterButtonProps) {
  return (
    <button type="button" className={styles.topic} aria-pressed={isChosen} onClick={onChoose}>
      <span>{name}</span>
      {children}
    </button>
  );
}
