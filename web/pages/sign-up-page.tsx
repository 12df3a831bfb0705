import { useSearchParams } from 'react-router';
import { AuthHead } from '../accounts/auth-head.tsx';
import { AuthWaiting } from '../accounts/auth-waiting.tsx';
import { SessionGate } from '../accounts/session-gate.tsx';
import { SignUpForm } from '../accounts/sign-up-form.tsx';
import { SignedInCard } from '../accounts/signed-in-card.tsx';
import { subscribePath } from '../billing/plan-links.ts';
import { readWantedPlan } from '../billing/wanted-plan.ts';
import type { PageModule } from '../lib/page-module.ts';
import { paths } from '../lib/paths.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { Link } from '../ui/link.tsx';

/** Where a new account leads: to the payment of the plan it was made for, else to the market. */
function useNextPath(): string {
  const [query] = useSearchParams();
  const isHydrated = useHydrated();
  // The server renders one page for all queries.
  const wanted = isHydrated && query.get('subscribe') === 'true' ? readWantedPlan(query) : null;
  return wanted ? subscribePath(wanted) : paths.home;
}

function SignUpPage() {
  const next = useNextPath();
  const isSubscribing = next !== paths.home;
  return (
    <div className="wrap center">
      <SessionGate
        signedIn={
          <SignedInCard next={isSubscribing ? { label: 'Continue to checkout', to: next } : undefined} />
        }
        waiting={<AuthWaiting />}
        signedOut={<SignUp next={next} />}
      />
    </div>
  );
}

function SignUp({ next }: { next: string }) {
  return (
    <div className="auth">
      <AuthHead title="Create your account">
        Free, and no passwords required. A watchlist and a portfolio are yours at once.
      </AuthHead>
      <SignUpForm next={next} />
      <p className="small muted auth-ways">
        Have an account?{' '}
        <Link className="link" to={paths.signIn}>
          Sign In
        </Link>
        <span>or</span>
        <Link className="link" to={paths.home}>
          Browse Markets
        </Link>
      </p>
    </div>
  );
}

export const page: PageModule = {
  Page: SignUpPage,
  head: () => ({
    title: 'Sign up | Altimeter',
    description: 'A free account with an e-mail address and a name, without a password: watchlist and portfolio.',
    canonical: paths.signUp,
  }),
};
