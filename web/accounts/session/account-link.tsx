import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { useCurrentUser } from './use-current-user.ts';

/** The user's address, leading to the account; of the same size while it is not known yet. */
export function AccountLink({ className }: { className?: string }) {
  const { user, isLoading } = useCurrentUser();
  const name = isLoading ? '' : user?.email || 'User';
  return (
    <Link
      className={className ? `acct ${className}` : 'acct'}
      to={paths.account}
      title={name || undefined}
      aria-label={name ? undefined : 'Account'}
    >
      <span className="avatar" aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span className="acct-name">{name}</span>
    </Link>
  );
}
