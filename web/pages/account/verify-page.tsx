import { useState } from 'react';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { SignedInCard } from '#web/accounts/session/signed-in-card.tsx';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import accounts from '#web/accounts/sign-in/accounts.module.css';
import { announceVerification } from '#web/accounts/sign-in/announce-verification.ts';
import { AuthHead } from '#web/accounts/sign-in/auth-head.tsx';
import { AuthSkeleton } from '#web/accounts/sign-in/auth-skeleton.tsx';
import { CodeStep } from '#web/accounts/sign-in/code-step.tsx';
import { readSignInLink, VerifyLink } from '#web/accounts/sign-in/verify-link.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import pageStyles from '#web/ui/styles/page.module.css';

/** The target of the link in an e-mail. An unverified account can also enter its code here. */
function VerifyPage() {
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const link = readSignInLink(hash);
  return (
    <div className={`pageWidth ${pageStyles.center}`}>
      {isHydrated && link ? (
        <VerifyLink key={hash} link={link} />
      ) : (
        <SessionGate signedIn={<VerifyByCode />} waiting={<AuthSkeleton />} signedOut={<NothingToVerify />} />
      )}
    </div>
  );
}

/** Asks for the code that was mailed on sign-up. */
function VerifyByCode() {
  const { user } = useCurrentUser();
  const navigate = useNavigate();
  const [sentAt, setSentAt] = useState(0);
  const [challenge, setChallenge] = useState<string>();
  if (!user || user.verified) return <SignedInCard />;
  return (
    <CodeStep
      request={{ email: user.email, challenge, sentAt }}
      onResent={(request) => {
        setSentAt(request.sentAt);
        setChallenge(request.challenge);
      }}
      label="Verify"
      busyLabel="Verifying…"
      onVerified={async () => {
        announceVerification();
        navigate(paths.home, { replace: true });
      }}
      intro={
        <>
          We emailed it to <b>{user.email}</b>. Once you have entered it, you can sign in from any browser;
          until then, this account works only in this one.
        </>
      }
    />
  );
}

function NothingToVerify() {
  return (
    <div className={accounts.page}>
      <AuthHead title="Nothing to verify">
        This link is incomplete. Open it again from the email, or request a new one.
      </AuthHead>
      <Link className={button.primary} to={paths.signIn}>
        Sign In
      </Link>
    </div>
  );
}

export const page: PageModule = {
  Page: VerifyPage,
  head: () => ({
    title: 'Verify your address',
    description: 'Enter the code from our email to verify your address.',
    canonical: paths.verify,
    noindex: true,
  }),
};
