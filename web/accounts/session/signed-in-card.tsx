import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import styles from '../sign-in/accounts.module.css';
import { AuthHead } from '../sign-in/auth-head.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { useCurrentUser } from './use-current-user.ts';

/** Shown on the sign-in and sign-up pages to users who are already signed in. */
export function SignedInCard({ next }: { next?: { label: string; to: string } | undefined }) {
  const { user } = useCurrentUser();
  const target = next ?? { label: 'Browse Markets', to: paths.home };
  return (
    <div className={styles.page}>
      <AuthHead title="You are signed in">
        As <b>{user?.email || 'User'}</b>.
      </AuthHead>
      <div className={`${card.card} ${card.padded} stack`}>
        <Link className={`${button.primary} ${button.block}`} to={target.to}>
          {target.label}
        </Link>
        <Link className={`${button.secondary} ${button.block}`} to={paths.account}>
          Account
        </Link>
        <SignOutButton className={`${button.ghost} ${button.block}`} />
      </div>
    </div>
  );
}
