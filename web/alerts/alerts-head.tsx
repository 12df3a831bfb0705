import type { ReactNode } from 'react';

/** What the page is for, to whoever looks at it. */
export const alertsPurpose = 'An e-mail the moment a price or a 24h change crosses your line';

/** The page's heading, with what can be done at its end. */
export function AlertsHead({ children }: { children?: ReactNode }) {
  return (
    <div className="view-h">
      <div>
        <h1 className="h1">Price alerts</h1>
        <p>{alertsPurpose}</p>
      </div>
      <div className="view-h-end">{children}</div>
    </div>
  );
}
