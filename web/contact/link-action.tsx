import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import type { Accepted } from '#contract/contact.ts';
import { describeFailure } from '../lib/form-fields.ts';
import { paths } from '../lib/paths.ts';
import { useAction } from '../lib/use-action.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { FormError } from '../ui/form-error.tsx';
import { Link } from '../ui/link.tsx';
import './contact.css';

interface LinkActionProps {
  title: string;
  about: string;
  label: string;
  busyLabel: string;
  act: (token: string) => Promise<Accepted>;
}

/**
 * Where the link of a mail leads. What it is for is done when the button is pressed and not before: mail programs open
 * links by themselves. The token is in the part of the address that no server sees.
 */
export function LinkAction(props: LinkActionProps) {
  const token = useLocation().hash.slice(1);
  const isHydrated = useHydrated();
  if (isHydrated && token === '')
    return (
      <LinkCard title="Nothing to do here">
        <p className="muted">This link is not complete. Open it again from the mail.</p>
        <BackHome />
      </LinkCard>
    );
  // Another link opened in the same tab is another matter.
  return <LinkOffer key={token} token={token} isReady={isHydrated} {...props} />;
}

function LinkOffer({ token, isReady, ...props }: LinkActionProps & { token: string; isReady: boolean }) {
  const { title, about, label, busyLabel, act } = props;
  const [done, setDone] = useState<string>();
  const { run, isBusy, failure } = useAction(async () => setDone((await act(token)).message));
  if (done !== undefined)
    return (
      <LinkCard title="Done">
        <p role="status">{done}</p>
        <BackHome />
      </LinkCard>
    );
  return (
    <LinkCard title={title}>
      <p className="muted">{about}</p>
      <FormError message={describeFailure(failure, 'The request failed')} />
      <button
        className="btn btn-primary btn-block"
        type="button"
        disabled={!isReady}
        data-waiting={isReady ? undefined : ''}
        aria-disabled={isBusy || undefined}
        onClick={() => void run()}
      >
        {isBusy ? busyLabel : label}
      </button>
    </LinkCard>
  );
}

function LinkCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mail-link">
      <h1 className="h1">{title}</h1>
      <div className="card card-pad stack">{children}</div>
    </div>
  );
}

function BackHome() {
  return (
    <Link className="btn btn-secondary btn-block" to={paths.home}>
      Browse Markets
    </Link>
  );
}
