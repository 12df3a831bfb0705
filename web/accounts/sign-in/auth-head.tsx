import type { ReactNode } from 'react';
import styles from './accounts.module.css';

/** The head of a sign-in, sign-up or similar page. */
export function AuthHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <h1 className="heading1">{title}</h1>
      <p className="muted">{children}</p>
    </div>
  );
}
