import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { ReactNode } from 'react';
import { reassure } from '#web/lib/errors.ts';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import invitation from '#web/ui/styles/invitation.module.css';
import page from '#web/ui/styles/page.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { currentUserQuery } from '../queries.ts';
import { useToken } from '../session/session.ts';

interface SignInInvitationProps {
  title: string;
  /** The page's purpose, in one line. */
  purpose: string;
  /** What the page offers, one line each. */
  points: readonly string[];
  /** What a user has here, such as `watchlist`. */
  what: string;
  icon: ReactNode;
}

/** Shown to visitors on pages for users: the page's purpose, with links to sign in or up. */
export function SignInInvitation({ title, purpose, points, what, icon }: SignInInvitationProps) {
  const token = useToken();
  const { error, refetch } = useQuery({ ...currentUserQuery(), enabled: false });
  const hasAccountFailed = typeof token === 'string' && error !== null;
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className="heading1">{title}</h1>
          <p>{purpose}</p>
        </div>
      </div>
      {hasAccountFailed ? (
        <AccountFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Invitation what={what} points={points} icon={icon} />
      )}
    </>
  );
}

function Invitation({ points, what, icon }: Pick<SignInInvitationProps, 'points' | 'what' | 'icon'>) {
  return (
    <div className={`${card.card} ${pageState.state} ${invitation.invitation}`}>
      {icon}
      <h2 className="heading3">{`Sign in to see your ${what}`}</h2>
      <ul>
        {points.map((point) => (
          <li key={point}>
            <Check className="icon" aria-hidden="true" />
            {point}
          </li>
        ))}
      </ul>
      <div className="row">
        <Link className={button.primary} to={paths.signUp}>
          Sign Up
        </Link>
        <Link className={button.secondary} to={paths.signIn}>
          Sign In
        </Link>
      </div>
      <p className="small">Free. Just an email address and a name, no password.</p>
    </div>
  );
}

/** Shown if somebody is signed in but the server could not say who. */
function AccountFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={`${card.card} ${pageState.state}`} role="alert">
      <TriangleAlert className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">Your account could not be loaded</h2>
      <p>You are still signed in, and your data is safe. {reassure(error)}</p>
      <button type="button" className={button.secondary} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
