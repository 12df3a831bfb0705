import type { ReactNode } from 'react';

/** The head of a page about getting in. */
export function AuthHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="auth-h">
      <h1 className="h1">{title}</h1>
      <p className="muted">{children}</p>
    </div>
  );
}
