import type { ReactNode } from 'react';
import card from '#web/ui/styles/card.module.css';
import styles from './news.module.css';

interface FilterCardProps {
  id: string;
  title: string;
  /** Shown next to the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A card of filters under a title. */
export function FilterCard({ id, title, action, children }: FilterCardProps) {
  return (
    <section className={`${card.card} ${card.padded}`} aria-labelledby={id}>
      <div className={`row between ${styles.cardHead}`}>
        <h2 className="heading3" id={id}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
