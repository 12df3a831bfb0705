import type { ReactNode } from 'react';
import { describeFailure, hasCode } from '#web/lib/errors.ts';
import { paths } from '#web/lib/paths.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import styles from './contact.module.css';
import { type LeadAction, useLeadAction } from './mutations.ts';

interface LinkActionProps {
  title: string;
  description: string;
  label: string;
  busyLabel: string;
  action: LeadAction;
  /** Shown instead if the link is no longer valid: what to do, and a link. */
  fallback: { readonly description: string; readonly label: string; readonly to: string };
}

/**
 * The page behind a link in an e-mail. It acts only when the button is pressed, because mail programs open links
 * automatically. The token is in the fragment, which browsers don't send to servers.
 */
export function LinkAction(props: LinkActionProps) {
  const token = useLocation().hash.slice(1);
  const isHydrated = useHydrated();
  if (isHydrated && token === '')
    return (
      <LinkCard title="Nothing to do here">
        <p className="muted">This link is incomplete. Open it again from the email.</p>
        <BackHome />
      </LinkCard>
    );
  // Another link opened in the same tab starts afresh.
  return <LinkOffer key={token} token={token} isReady={isHydrated} {...props} />;
}

function LinkOffer({ token, isReady, ...props }: LinkActionProps & { token: string; isReady: boolean }) {
  const { title, description, label, busyLabel, action, fallback } = props;
  const { mutate, isPending, data, error: failure } = useLeadAction(action);
  if (data)
    return (
      <LinkCard title="Done" headingRef={takeFocus}>
        <p role="status">{data.message}</p>
        <BackHome />
      </LinkCard>
    );
  const error = <FormError message={describeFailure(failure, 'The request failed')} />;
  // Pressing the button again would not help.
  if (hasCode(failure, 'not_found'))
    return (
      <LinkCard title={title} headingRef={takeFocus}>
        {error}
        <p className="muted">{fallback.description}</p>
        <Link className={`${button.secondary} ${button.block}`} to={fallback.to}>
          {fallback.label}
        </Link>
      </LinkCard>
    );
  return (
    <LinkCard title={title}>
      <p className="muted">{description}</p>
      {error}
      <button
        className={`${button.primary} ${button.block}`}
        type="button"
        disabled={!isReady}
        data-waiting={isReady ? undefined : ''}
        aria-disabled={isPending || undefined}
        onClick={() => mutate(token)}
      >
        {isPending ? busyLabel : label}
      </button>
    </LinkCard>
  );
}

/** Moves the focus to the new heading, as the focused button is gone. */
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
