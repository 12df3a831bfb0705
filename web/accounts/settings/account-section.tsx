import { type ReactNode, useId } from 'react';
import card from '#web/ui/styles/card.module.css';
import styles from './account.module.css';

interface AccountSectionProps {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}

/** A part of the account page. */
export function AccountSection({ title, about, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className={`${card.card} ${styles.section}`} aria-labelledby={id}>
      <div>
        <h2 className="heading3" id={id}>
          {title}
        </h2>
        {about && <p className="small muted">{about}</p>}
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}
