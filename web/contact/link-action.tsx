import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import type { Accepted } from '#contract/contact.ts';
import { describeFailure } from '#web/lib/form/form-fields.ts';
import { useAction } from '#web/lib/form/use-action.ts';
import button from '#web/ui/button.module.css';
import card from '#web/ui/card.module.css';
import { FormError } from '#web/ui/form/form-error.tsx';
import { ApiError } from '../lib/api-client.ts';
import { paths } from '../lib/paths.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { Link } from '../ui/link.tsx';
import styles from './contact.module.css';

interface LinkActionProps {
  title: string;
  about: string;
  label: string;
  busyLabel: string;
  act: (token: string) => Promise<Accepted>;
  /** Where to go on with a link that is not valid any more. */
  otherWay: { readonly about: string; readonly label: string; readonly to: string };
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
  const { title, about, label, busyLabel, act, otherWay } = props;
  const [done, setDone] = useState<string>();
  const { run, isBusy, failure } = useAction(async () => setDone((await act(token)).message));
  if (done !== undefined)
    return (
      <LinkCard title="Done" headingRef={takeFocus}>
        <p role="status">{done}</p>
        <BackHome />
      </LinkCard>
    );
  const error = <FormError message={describeFailure(failure, 'The request failed')} />;
  // The button would only say the same again.
  if (failure instanceof ApiError && failure.status === 404)
    return (
      <LinkCard title={title} headingRef={takeFocus}>
        {error}
        <p className="muted">{otherWay.about}</p>
        <Link className={`${button.secondary} ${button.block}`} to={otherWay.to}>
          {otherWay.label}
        </Link>
      </LinkCard>
    );
  return (
    <LinkCard title={title}>
      <p className="muted">{about}</p>
      {error}
      <button
        className={`${button.primary} ${button.block}`}
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

/** The button that had the focus is gone. */
function takeFocus(heading: HTMLHeadingElement | null): void {
  heading?.focus({ preventScroll: true });
}

interface LinkCardProps {
  title: string;
  headingRef?: (heading: HTMLHeadingElement | null) => void;
  children: ReactNode;
}

function LinkCard({ title, headingRef, children }: LinkCardProps) {
  return (
    <div className={styles.mailLink}>
      <h1 className="heading1" tabIndex={-1} ref={headingRef}>
        {title}
      </h1>
      <div className={`${card.card} ${card.padded} stack`}>{children}</div>
    </div>
  );
}

function BackHome() {
  return (
    <Link className={`${button.secondary} ${button.block}`} to={paths.home}>
      Browse Markets
    </Link>
  );
}
