import { useEffect } from 'react';
import { unlimitedFootnote } from '#contract/plans.ts';
import billing from '#web/billing/billing.module.css';
import { PricingCards } from '#web/billing/plans/pricing-cards.tsx';
import { SupportNote } from '#web/billing/plans/support-note.tsx';
import { plansQuery } from '#web/billing/queries.ts';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';

function PricingPage() {
  const [search] = useSearchParams();
  const ref = search.get('ref');
  useEffect(() => {
    if (ref) console.info('The pricing page was opened from', ref);
  }, [ref]);
  return (
    <div className="pageWidth">
      <div className={billing.pricingHead}>
        <h1 className="heading1">Pay for depth, not for prices</h1>
        <p className="muted">
          Live prices are free for everyone. A paid plan adds history, portfolios and alerts, and removes the
          ads.
        </p>
      </div>
      <PricingCards />
      <p className={`small muted ${billing.pricingNote}`}>
        Prices in US dollars. Cancel any time. {unlimitedFootnote} Support: <SupportNote />
      </p>
    </div>
  );
}

export const page: PageModule = {
  Page: PricingPage,
  async load({ queryClient, read }) {
    await queryClient.prefetchQuery(plansQuery(read));
    return queryClient.getQueryData(plansQuery().queryKey) ? {} : { status: 503 };
  },
  head: () => ({
    title: 'Pricing',
    description: 'The plans: what each costs, and how much history and how many coins it includes.',
    canonical: paths.pricing,
  }),
};
