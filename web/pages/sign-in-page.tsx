import { useNavigate } from 'react-router';
import { AuthWaiting } from '../accounts/auth-waiting.tsx';
import { CodeStep } from '../accounts/code-step.tsx';
import { SessionGate } from '../accounts/session-gate.tsx';
import { SignInStart } from '../accounts/sign-in-start.tsx';
import { SignedInCard } from '../accounts/signed-in-card.tsx';
import { useCodeRequest } from '../accounts/use-code-request.ts';
import { useCurrentUser } from '../accounts/use-current-user.ts';
import type { PageModule } from '../lib/page-module.ts';
import { paths } from '../lib/paths.ts';

function SignInPage() {
  const { request, open, replace, leave } = useCodeRequest();
  const { user } = useCurrentUser();
  const navigate = useNavigate();
  if (request) {
    return (
      <div className="wrap center">
        <CodeStep
          request={request}
          onResent={replace}
          onOtherAddress={leave}
          onVerified={() => navigate(paths.home, { replace: true })}
        />
      </div>
    );
  }
  const start = <SignInStart onSent={open} />;
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
