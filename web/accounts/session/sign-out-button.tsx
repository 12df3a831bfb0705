import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { signOut } from './mutations.ts';

interface SignOutButtonProps {
  className: string | undefined;
  onSignOut?: () => void;
}

/** Ends the session and navigates to the market. */
export function SignOutButton({ className, onSignOut }: SignOutButtonProps) {
  const navigate = useNavigate();
  const leave = () => {
    signOut();
    onSignOut?.();
    navigate(paths.home);
  };
  return (
    <button className={className} type="button" onClick={leave}>
      Sign Out
    </button>
  );
}
