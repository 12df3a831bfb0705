import { KeyRound } from 'lucide-react';
import { useLocation } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';

/**
 * Asks an unproven account for its code. It stands hidden in every page, so that its room is there before the page
 * knows whose it is; hence its text names nobody.
 */
export function ProofBanner() {
  const { user, isLoading } = useCurrentUser();
  const { pathname } = useLocation();
  const isAsking = pathname.toLowerCase().startsWith(paths.verify);
  if (isAsking || (!isLoading && (user === null || user.verified))) return null;
  return (
    <section
      className={user ? 'banner banner-quiet' : 'banner banner-quiet if-unproven'}
      aria-label="Proof of your address"
    >
      <div className="wrap">
        <KeyRound className="i" aria-hidden="true" />
        <span>Enter the code we mailed you: until then, this account is open in this browser only.</span>
        <Link className="btn" to={paths.verify}>
          Enter code
        </Link>
      </div>
    </section>
  );
}
