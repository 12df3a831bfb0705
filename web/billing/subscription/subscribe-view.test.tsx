import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type BillingPeriod, currency, guest, plans } from '#contract/plans.ts';
import { StaticRouter } from '#web/lib/router/router.tsx';
import { plansQuery } from '../queries.ts';
import { billingQuery } from './queries.ts';
import { SubscribeView } from './subscribe-view.tsx';

/** The summary of Pro for a user who never subscribed. */
function summaryFor(period: BillingPeriod, hasFirstMonthOffer: boolean): string {
  const client = new QueryClient();
  client.setQueryData(plansQuery().queryKey, { currency, guest, plans });
  client.setQueryData(billingQuery().queryKey, {
    isConfigured: true,
    hasFirstMonthOffer,
    canManage: false,
    subscription: null,
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <StaticRouter path="/">
        <SubscribeView wanted={{ plan: 'pro', period }} isCancelled={false} onPeriodChange={() => {}} />
      </StaticRouter>
    </QueryClientProvider>,
  );
}

describe('the summary before the payment', () => {
  it('shows the price of the first month if the offer applies, but never for a year', () => {
    expect(summaryFor('monthly', true)).toMatch(/First month, 50% off.*\$4\.99.*Then each month.*\$9\.99/);
    expect(summaryFor('monthly', false)).not.toContain('First month');
    expect(summaryFor('yearly', true)).not.toContain('First month');
  });
});
