import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useEffect } from 'react';
import type { Checkout } from '#contract/billing.ts';
import type { BillingPeriod } from '#contract/plans.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { readWantedPlan } from '#web/billing/plans/wanted-plan.ts';
import { plansQuery } from '#web/billing/queries.ts';
import { PaymentResult } from '#web/billing/subscription/payment-result.tsx';
import subscribe from '#web/billing/subscription/subscribe.module.css';
import { SubscribeView } from '#web/billing/subscription/subscribe-view.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';

function SubscribePage() {
  const { isLoading, isSignedIn } = useCurrentUser();
  return (
    <div className={`pageWidth ${subscribe.page}`}>
      {isLoading ? <Waiting /> : <Subscribe isSignedIn={isSignedIn} />}
    </div>
  );
}

/** Rendered only once the user is known, because the server renders the same page for every query. */
function Subscribe({ isSignedIn }: { isSignedIn: boolean }) {
  const [query, setQuery] = useSearchParams();
  const wanted = readWantedPlan(query);
  if (!wanted) return <InvalidPlan />;
  if (!isSignedIn) return <RedirectToSignIn wanted={wanted} />;
  const checkout = query.get('checkout');
  if (checkout === 'done') return <PaymentResult wanted={wanted} />;
  const choose = (period: BillingPeriod) => setQuery({ plan: wanted.plan, period }, { replace: true });
  return <SubscribeView wanted={wanted} isCancelled={checkout === 'cancelled'} onPeriodChange={choose} />;
}

function Waiting() {
  return (
    <div className={pageState.state} role="status">
      <LoaderCircle className={`icon iconLarge ${button.spinning}`} aria-hidden="true" />
      <p className="visuallyHidden">Loading</p>
    </div>
  );
}

/** Passes the plan on: the sign-in page shows what you are signing in for, and links back here afterwards. */
function RedirectToSignIn({ wanted }: { wanted: Checkout }) {
  const navigate = useNavigate();
  const { plan, period } = wanted;
  useEffect(
    () => navigate(paths.signIn, { replace: true, state: { wanted: { plan, period } } }),
    [navigate, plan, period],
  );
  return <Waiting />;
}

function InvalidPlan() {
  return (
    <div className={`${card.card} ${pageState.state} ${subscribe.result}`}>
      <h1 className="heading3">Invalid Plan Selected</h1>
      <p>This plan doesn’t exist. See the pricing page for all plans.</p>
      <Link className={button.primary} to={paths.pricing}>
        View Pricing
      </Link>
    </div>
  );
}

export const page: PageModule = {
  Page: SubscribePage,
  load: async ({ queryClient, read }) => {
    await queryClient.prefetchQuery(plansQuery(read));
    return {};
  },
  head: () => ({
    title: 'Subscribe',
    description: 'Review your plan and pay for it.',
    canonical: paths.subscribe,
    noindex: true,
  }),
};
