import { type ReactNode, useId } from 'react';

interface AccountSectionProps {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}

/** A part of the account page. */
export function AccountSection({ title, about, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className="card account-s" aria-labelledby={id}>
      <div>
        <h2 className="h3" id={id}>
          {title}
        </h2>
        {about && <p className="small muted">{about}</p>}
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}
