import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './session.module.css';
import { useCurrentUser } from './use-current-user.ts';

/** A link to the account page with the user's e-mail address. Keeps its size while that loads. */
export function AccountLink({ className }: { className?: string | undefined }) {
  const { user, isLoading } = useCurrentUser();
  const name = isLoading ? '' : user?.email || 'User';
  return (
    <Link
      className={className ? `${styles.accountLink} ${className}` : styles.accountLink}
      to={paths.account}
      title={name || undefined}
      aria-label={name ? undefined : 'Account'}
    >
      <span className={styles.avatar} aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span className={styles.accountName}>{name}</span>
    </Link>
  );
}
