import type { Checkout } from '#contract/billing.ts';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { SignedInCard } from '#web/accounts/session/signed-in-card.tsx';
import accounts from '#web/accounts/sign-in/accounts.module.css';
import { AuthHead } from '#web/accounts/sign-in/auth-head.tsx';
import { AuthSkeleton } from '#web/accounts/sign-in/auth-skeleton.tsx';
import { SignUpForm } from '#web/accounts/sign-in/sign-up-form.tsx';
import { subscribePath } from '#web/billing/plans/plan-links.ts';
import { readWantedPlan } from '#web/billing/plans/wanted-plan.ts';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Link } from '#web/ui/link.tsx';
import pageStyles from '#web/ui/styles/page.module.css';

/** The plan to subscribe to after the sign-up, or null. */
function useWantedPlan(): Checkout | null {
  const [query] = useSearchParams();
  const isHydrated = useHydrated();
  // The server renders the same page for every query.
  return isHydrated && query.get('subscribe') === 'true' ? readWantedPlan(query) : null;
}

function SignUpPage() {
  const wanted = useWantedPlan();
  const next = wanted ? { label: 'Continue to checkout', to: subscribePath(wanted) } : undefined;
  return (
    <div className={`pageWidth ${pageStyles.center}`}>
      <SessionGate
        signedIn={<SignedInCard next={next} />}
        waiting={<AuthSkeleton />}
        signedOut={<SignUp wanted={wanted} />}
      />
    </div>
  );
}

function SignUp({ wanted }: { wanted: Checkout | null }) {
  // Without a session, the subscribe page redirects to the sign-in and passes the plan on.
  const checkout = wanted && subscribePath(wanted);
  return (
    <div className={accounts.page}>
      <AuthHead title="Create your account">
        Free, and no passwords required. You get a watchlist and a portfolio right away.
      </AuthHead>
      <SignUpForm next={checkout ?? paths.home} />
      <p className={`small muted ${accounts.alternatives}`}>
        Have an account?{' '}
        <Link className="link" to={checkout ?? paths.signIn}>
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
    title: 'Sign up',
    description:
      'A free account with an email address and a name, without a password: watchlist and portfolio.',
    canonical: paths.signUp,
  }),
};
