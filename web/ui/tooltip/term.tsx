import type { ReactNode } from 'react';
import styles from './term.module.css';

/** A word with its meaning in a tooltip: by pointer, by keyboard, or by a tap. */
export function Term({ about, children }: { about: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a stop for the keyboard its users could not read the meaning
    <span className={styles.term} tabIndex={0} data-term="" title={about}>
      {children}
    </span>
  );
}
