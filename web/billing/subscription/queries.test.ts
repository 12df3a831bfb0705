import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Subscription } from '#contract/billing.ts';
import { confirmationQuery } from './queries.ts';

const wanted = { plan: 'pro', period: 'monthly' } as const;
const paid: Subscription = {
  ...wanted,
  status: 'active',
  paidUntil: '2026-12-21T12:00:00.000Z',
  endsAt: null,
};

/** A token that is valid until the year 2100. */
const token = `e30.${btoa(JSON.stringify({ exp: Date.UTC(2100, 0, 1) / 1000 }))}.e30`;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Whether the page says that the plan is active, given a subscription at Stripe. */
async function isActive(subscription: Subscription | null): Promise<boolean> {
  vi.stubGlobal('localStorage', { getItem: () => token, removeItem: () => {} });
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => {} } });
  vi.stubGlobal('fetch', async () => Response.json({ subscription }));
  return (await new QueryClient().fetchQuery(confirmationQuery(wanted))).isActive;
}

describe('a recent payment', () => {
  it('has arrived once Stripe has the requested plan and its payment', async () => {
    expect(await isActive(paid)).toBe(true);
    expect(await isActive(null)).toBe(false);
    expect(await isActive({ ...paid, plan: 'premium' })).toBe(false);
    expect(await isActive({ ...paid, period: 'yearly' })).toBe(false);
  });

  it.each(['past_due', 'unpaid'] as const)('has not arrived if the subscription is %s', async (status) => {
    expect(await isActive({ ...paid, status })).toBe(false);
  });
});
