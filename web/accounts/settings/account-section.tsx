import { type ReactNode, useId } from 'react';
import card from '#web/ui/styles/card.module.css';
import styles from './account.module.css';

interface AccountSectionProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** A section of the account page. */
export function AccountSection({ title, description, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className={`${card.card} ${styles.section}`} aria-labelledby={id}>
      <div>
        <h2 className="heading3" id={id}>
          {title}
        </h2>
        {description && <p className="small muted">{description}</p>}
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}
