import KeyRound from 'lucide-react/icons/key-round';
import { paths } from '#web/lib/paths.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { Link } from '#web/ui/link.tsx';
import banner from '#web/ui/styles/banner.module.css';
import button from '#web/ui/styles/button.module.css';
import styles from '../session/session.module.css';
import { useCurrentUser } from '../session/use-current-user.ts';

/**
 * Asks the user of an unverified account for the code. It is in the HTML of every page, hidden, so that styles can
 * reserve its room before the user is known. Therefore its text doesn't depend on the user.
 */
export function VerificationBanner() {
  const { user, isLoading } = useCurrentUser();
  const { pathname } = useLocation();
  const isVerifyPage = pathname.toLowerCase().startsWith(paths.verify);
  if (isVerifyPage || (!isLoading && (user === null || user.verified))) return null;
  return (
    <section
      className={
        user ? `${banner.banner} ${banner.quiet}` : `${banner.banner} ${banner.quiet} ${styles.forUnverified}`
      }
      aria-label="Verification of your address"
    >
      <div className="pageWidth">
        <KeyRound className="icon" aria-hidden="true" />
        <span>Enter the code we emailed you. Until then, this account works only in this browser.</span>
        <Link className={button.button} to={paths.verify}>
          Enter code
        </Link>
      </div>
    </section>
  );
}
