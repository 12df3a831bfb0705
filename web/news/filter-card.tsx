import type { ReactNode } from 'react';

interface FilterCardProps {
  id: string;
  title: string;
  /** Shown beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A card of filters under a title. */
export function FilterCard({ id, title, action, children }: FilterCardProps) {
  return (
    <section className="card card-pad" aria-labelledby={id}>
      <div className="row between news-card-h">
        <h2 className="h3" id={id}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
