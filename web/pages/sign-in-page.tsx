import { useLocation, useNavigate } from 'react-router';
import type { Checkout } from '#contract/billing.ts';
import { getPlan } from '#contract/plans.ts';
import { AuthWaiting } from '../accounts/auth-waiting.tsx';
import { CodeStep } from '../accounts/code-step.tsx';
import { SessionGate } from '../accounts/session-gate.tsx';
import { SignInStart } from '../accounts/sign-in-start.tsx';
import { SignedInCard } from '../accounts/signed-in-card.tsx';
import { useCodeRequest } from '../accounts/use-code-request.ts';
import { useCurrentUser } from '../accounts/use-current-user.ts';
import { signUpPath, subscribePath } from '../billing/plan-links.ts';
import type { PageModule } from '../lib/page-module.ts';
import { paths } from '../lib/paths.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { showToast } from '../ui/toast.ts';

/** The plan that somebody wanted to pay for, who was led here because that takes an account. */
function useWantedPlan(): Checkout | undefined {
  const { state } = useLocation();
  return useHydrated() ? state?.wanted : undefined;
}

function SignInPage() {
  const { request, open, replace, leave } = useCodeRequest();
  const { user } = useCurrentUser();
  const wanted = useWantedPlan();
  const navigate = useNavigate();
  const finish = () => {
    void navigate(paths.home, { replace: true });
    if (!wanted) return;
    showToast({
      title: 'You are signed in',
      description: `Continue to the payment of ${getPlan(wanted.plan).name}`,
      to: subscribePath(wanted),
    });
  };
  if (request) {
    return (
      <div className="wrap center">
        <CodeStep request={request} onResent={replace} onOtherAddress={leave} onVerified={finish} />
      </div>
    );
  }
  const start = (
    <SignInStart
      reason={wanted && `It takes an account to subscribe to ${getPlan(wanted.plan).name}.`}
      signUp={wanted ? signUpPath(wanted) : paths.signUp}
      onSent={open}
      onSignedIn={finish}
    />
  );
  return (
    <div className="wrap center">
      {/* Whoever holds an account that is not proved may want to open the one that is. */}
      <SessionGate
        signedIn={user?.verified ? <SignedInCard /> : start}
        waiting={<AuthWaiting />}
        signedOut={start}
      />
    </div>
  );
}

export const page: PageModule = {
  Page: SignInPage,
  head: () => ({
    title: 'Sign in | Altimeter',
    description: 'Sign in with your e-mail address and the code we send there. No passwords required.',
    canonical: paths.signIn,
  }),
};
