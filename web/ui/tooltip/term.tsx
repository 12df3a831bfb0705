import type { ReactNode } from 'react';
import styles from './term.module.css';

/** A term with its meaning in a tooltip, shown on hover, keyboard focus or tap. */
export function Term({ description, children }: { description: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need a tab stop to read the meaning
    <span className={styles.term} tabIndex={0} data-term="" title={description}>
      {children}
    </span>
  );
}
