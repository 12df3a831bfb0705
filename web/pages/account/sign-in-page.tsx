import type { Checkout } from '#contract/billing.ts';
import { getPlan } from '#contract/plans.ts';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { SignedInCard } from '#web/accounts/session/signed-in-card.tsx';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { AuthSkeleton } from '#web/accounts/sign-in/auth-skeleton.tsx';
import { CodeStep } from '#web/accounts/sign-in/code-step.tsx';
import { SignInStart } from '#web/accounts/sign-in/sign-in-start.tsx';
import { useCodeRequest } from '#web/accounts/sign-in/use-code-request.ts';
import { signUpPath, subscribePath } from '#web/billing/plans/plan-links.ts';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import pageStyles from '#web/ui/styles/page.module.css';

/** The plan that the visitor wanted to subscribe to before being redirected here. */
function useWantedPlan(): Checkout | undefined {
  const { state } = useLocation();
  return useHydrated() ? (state as { readonly wanted?: Checkout } | null)?.wanted : undefined;
}

function SignInPage() {
  const { request, open, replace, leave } = useCodeRequest();
  const { user } = useCurrentUser();
  const wanted = useWantedPlan();
  const navigate = useNavigate();
  const finish = () => {
    navigate(paths.home, { replace: true });
    if (!wanted) return;
    showToast({
      title: 'You are signed in',
      description: `Continue to payment for ${getPlan(wanted.plan).name}`,
      to: subscribePath(wanted),
    });
  };
  if (request) {
    return (
      <div className={`pageWidth ${pageStyles.center}`}>
        <CodeStep request={request} onResent={replace} onOtherAddress={leave} onVerified={finish} />
      </div>
    );
  }
  const start = (
    <SignInStart
      reason={wanted && `You need an account to subscribe to ${getPlan(wanted.plan).name}.`}
      signUp={wanted ? signUpPath(wanted) : paths.signUp}
      onSent={open}
      onSignedIn={finish}
    />
  );
  return (
    <div className={`pageWidth ${pageStyles.center}`}>
      {/* A user with an unverified account may want to sign in to a verified one. */}
      <SessionGate
        signedIn={user?.verified ? <SignedInCard /> : start}
        waiting={<AuthSkeleton />}
        signedOut={start}
      />
    </div>
  );
}

export const page: PageModule = {
  Page: SignInPage,
  head: () => ({
    title: 'Sign in',
    description: 'Sign in with your email address and the code we send there. No passwords required.',
    canonical: paths.signIn,
  }),
};
