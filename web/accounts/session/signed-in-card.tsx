import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { AuthHead } from '../sign-in/auth-head.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { useCurrentUser } from './use-current-user.ts';

/** What stands at the doors for somebody who is in already. */
export function SignedInCard({ next }: { next?: { label: string; to: string } | undefined }) {
  const { user } = useCurrentUser();
  const way = next ?? { label: 'Browse Markets', to: paths.home };
  return (
    <div className="auth">
      <AuthHead title="You are signed in">
        As <b>{user?.email || 'User'}</b>.
      </AuthHead>
      <div className="card card-pad stack">
        <Link className="btn btn-primary btn-block" to={way.to}>
          {way.label}
        </Link>
        <Link className="btn btn-secondary btn-block" to={paths.account}>
          Account
        </Link>
        <SignOutButton className="btn btn-ghost btn-block" />
      </div>
    </div>
  );
}
