import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ValuedHolding } from '#contract/portfolio.ts';
import { getToast } from '#web/ui/overlay/toast.ts';
import { renderHook } from '../../../tests/support/render-hook.ts';
import { useRemoveHolding } from './mutations.ts';

const holding = {
  id: 'h1',
  portfolioId: 'p1',
  coinId: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  amount: '0.25',
  purchasePrice: '68400',
} as ValuedHolding;

let calls: { call: string; body: unknown }[];
let answer: { status: number; code?: string };
let client: QueryClient;
let remove: ReturnType<typeof useRemoveHolding>;

beforeEach(() => {
  [calls, answer] = [[], { status: 204 }];
  client = new QueryClient();
  remove = renderHook(client, useRemoveHolding);
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    calls.push({ call: `${method} ${path}`, body: body && JSON.parse(String(body)) });
    const { status, code } = answer;
    return new Response(status === 204 ? null : JSON.stringify({ code }), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('a holding', () => {
  it('is deleted once, however often the button is pressed, and restored with its date, currency and note', async () => {
    await Promise.all([remove(holding), remove(holding)]);
    expect(calls.map(({ call }) => call)).toEqual(['DELETE /api/portfolio/h1']);
    getToast()?.action?.onPress();
    await vi.waitFor(() => expect(getToast()).toMatchObject({ description: 'Portfolio item restored' }));
    expect(calls.slice(1)).toEqual([{ call: 'POST /api/transactions/h1/restore', body: undefined }]);
  });

  it('counts as deleted if another tab has deleted it', async () => {
    answer = { status: 404, code: 'not_found' };
    await remove(holding);
    expect(getToast()).toMatchObject({
      title: 'Success',
      description: 'Portfolio item deleted successfully',
    });
    expect(getToast()?.action).toBeUndefined();
  });

  it('stays if the server refuses', async () => {
    answer = { status: 500, code: 'internal' };
    await remove(holding);
    expect(getToast()).toMatchObject({ title: 'Error', description: 'Failed to delete portfolio item' });
  });

  it('can be deleted again after a failure, even while the figures are refreshed', async () => {
    vi.spyOn(client, 'invalidateQueries').mockReturnValueOnce(new Promise(() => {}));
    answer = { status: 500, code: 'internal' };
    await remove(holding);
    answer = { status: 204 };
    await remove(holding);
    expect(getToast()).toMatchObject({ description: 'Portfolio item deleted successfully' });
  });
});
