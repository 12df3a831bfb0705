import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/accounts/queries.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { connectSession } from './connect-session.ts';
import { createQueryClient } from './query-client.ts';

const token = `h.${btoa(JSON.stringify({ sub: 'ada', exp: Date.now() / 1000 + 3600 }))}.s`;

let page: EventTarget;
let isHidden: boolean;
let stored: Map<string, string>;
/** The tier that the server answers (`refused`: an error), and the number of requests. */
let tier: string;
let requests: number;
let getTier: () => string | undefined;
let stop: () => void;

beforeEach(async () => {
  page = new EventTarget();
  isHidden = false;
  stored = new Map([['authToken', token]]);
  [tier, requests] = ['free', 0];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', {
    get hidden() {
      return isHidden;
    },
    documentElement: { toggleAttribute: () => {} },
  });
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/api/auth/me') return new Response('{"code":"plan_required"}', { status: 403 });
    requests += 1;
    if (requests > 9) return new Promise(() => {});
    if (tier === 'refused') return new Response('{"code":"forbidden"}', { status: 403 });
    return Response.json({ id: 'ada', verified: true, subscriptionTier: tier });
  });
  const queryClient = createQueryClient();
  connectSession(queryClient);
  const observer = new QueryObserver(queryClient, currentUserQuery());
  stop = observer.subscribe(() => {});
  getTier = () => observer.getCurrentResult().data?.subscriptionTier;
  await vi.waitFor(() => expect(getTier()).toBe('free'));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const dispatch = (type: string, parts = {}) => page.dispatchEvent(Object.assign(new Event(type), parts));

describe('a change of the plan elsewhere is noticed', () => {
  it.each<[string, () => unknown]>([
    ['when the window regains the focus', () => dispatch('focus')],
    ['when the tab becomes visible', () => dispatch('visibilitychange')],
    ['when another tab has noticed it', () => dispatch('storage', { key: 'altimeter:paid' })],
    ['when the server refuses something', () => sendApi('POST', '/api/x').catch(() => {})],
  ])('%s', async (_, happen) => {
    tier = 'pro';
    await happen();
    await vi.waitFor(() => expect(getTier()).toBe('pro'));
    expect([requests, stored.get('altimeter:paid')]).toEqual([2, 'pro']);
  });
});

it('The user is refetched once per return, and stays known even if that is refused', async () => {
  tier = 'refused';
  dispatch('visibilitychange');
  dispatch('focus');
  // Otherwise a refusal would refetch, be refused again, and never stop.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  expect([requests, getTier(), stored.has('authToken')]).toEqual([2, 'free', true]);
});

it('The user is not refetched when a tab is hidden, or another tab changes something else', async () => {
  isHidden = true;
  dispatch('visibilitychange');
  dispatch('storage', { key: 'crypto-theme' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(requests).toBe(1);
});
