import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { plans, type Tier, tiers } from '#contract/plans.ts';
import { StaticRouter } from '#web/lib/router/router.tsx';
import button from '#web/ui/styles/button.module.css';
import { PlanCard } from './plan-card.tsx';

/** The plans shown with a primary button to a user on a tier. */
function strongFor(ownTier: Tier | null): Tier[] {
  return plans
    .filter((plan) =>
      renderToStaticMarkup(
        <StaticRouter path="/">
          <PlanCard plan={plan} period="monthly" ownTier={ownTier} />
        </StaticRouter>,
      ).includes(`${button.primary}`),
    )
    .map(({ tier }) => tier);
}

describe('the cards of the pricing page', () => {
  it('highlight Pro for users who would gain from it, but not for those who have more', () => {
    expect([null, ...tiers].map(strongFor)).toEqual([['pro'], ['pro'], [], []]);
  });
});
