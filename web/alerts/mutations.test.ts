import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Alert } from '#contract/alerts/alerts.ts';
import { type Overlay, setOverlayLoader } from '#web/ui/overlay/overlays.ts';
import { getToast } from '#web/ui/overlay/toast.ts';
import { renderHook } from '../../tests/support/render-hook.ts';
import { fieldsOf } from './form/alert-fields.ts';
import { toSaved } from './form/use-alert-form.ts';
import { type AlertChanges, useAlertChanges, useSaveAlert } from './mutations.ts';
import { unseenQuery } from './queries.ts';

const alert: Alert = {
  id: 'a1',
  coinId: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  condition: 'price_above',
  threshold: '70000',
  status: 'active',
  note: 'Sell',
  repeat: 'every',
  cooldownMinutes: 240,
  createdAt: '2026-01-01T00:00:00.000Z',
  triggeredAt: null,
  triggeredPrice: null,
  cooldownUntil: null,
  currency: 'eur',
  waitsForRates: false,
};
const terms = {
  condition: 'price_above',
  threshold: '70000',
  note: 'Sell',
  repeat: 'every',
  cooldownMinutes: 240,
};

let client: QueryClient;
let calls: { call: string; body: unknown }[];
let status: number;
let opened: Overlay[];
let changes: AlertChanges;

beforeEach(() => {
  [calls, status, opened] = [[], 200, []];
  client = new QueryClient();
  changes = renderHook(client, useAlertChanges);
  setOverlayLoader((overlay) => opened.push(overlay));
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    calls.push({
      call: `${method} ${path}`,
      body: body === undefined ? undefined : JSON.parse(String(body)),
    });
    const code = status === 403 ? 'limit_reached' : 'internal';
    return new Response(JSON.stringify(status < 400 ? alert : { code, message: 'no' }), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const idle = () => vi.waitFor(() => expect(client.isMutating()).toBe(0), { interval: 1 });

describe('an alert', () => {
  it('is paused, and armed with the user’s choice if its condition already holds', async () => {
    changes.pause(alert);
    await idle();
    expect(getToast()).toMatchObject({
      title: 'Alert paused',
      description: 'Bitcoin: Price rises to €70,000 or above',
    });
    changes.activate(alert, 'fire');
    await idle();
    expect(calls).toEqual([
      { call: 'PUT /api/alerts/a1', body: { status: 'paused' } },
      { call: 'PUT /api/alerts/a1', body: { status: 'active', whenTrue: 'fire' } },
    ]);
  });

  it('is changed once, however often the button is pressed', async () => {
    changes.pause(alert);
    changes.pause(alert);
    await idle();
    expect(calls).toHaveLength(1);
  });

  it('can be changed again while the number of unseen firings is still loading', async () => {
    const answered = fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      path.endsWith('/unseen') ? new Promise(() => {}) : answered(path, init),
    );
    onTestFinished(new QueryObserver(client, unseenQuery()).subscribe(() => {}));
    changes.pause(alert);
    await idle();
    changes.activate(alert, 'wait');
    await idle();
    expect(calls.map(({ body }) => body)).toMatchObject([{ status: 'paused' }, { status: 'active' }]);
  });

  it('is changed while another one is being changed', async () => {
    changes.pause(alert);
    changes.pause({ ...alert, id: 'a2' });
    await idle();
    expect(calls.map(({ call }) => call)).toEqual(['PUT /api/alerts/a1', 'PUT /api/alerts/a2']);
  });

  it('opens the limit dialog if the plan has no room for it', async () => {
    status = 403;
    changes.activate(alert, 'wait');
    await idle();
    expect(opened).toEqual([{ name: 'limit', limitType: 'alerts' }]);
  });

  it('reports a change that failed', async () => {
    status = 500;
    changes.pause(alert);
    await idle();
    expect(getToast()).toMatchObject({ description: 'Failed to pause the alert', variant: 'destructive' });
  });

  it('is deleted and restored as it was', async () => {
    const paused = { ...alert, status: 'paused' } as const;
    changes.remove(paused);
    await idle();
    getToast()?.action?.onPress();
    await vi.waitFor(() => expect(getToast()?.title).toBe('Alert restored'));
    expect(calls.map(({ call }) => call)).toEqual([
      'DELETE /api/alerts/a1',
      'POST /api/alerts',
      'PUT /api/alerts/a1',
    ]);
    expect(calls[1]?.body).toEqual({
      coinId: 'bitcoin',
      symbol: 'btc',
      name: 'Bitcoin',
      currency: 'eur',
      ...terms,
    });
    expect(calls[2]?.body).toEqual({ status: 'paused' });
  });

  it('cannot be restored once triggered, because it would be armed', async () => {
    changes.remove({ ...alert, status: 'triggered' });
    await idle();
    expect(getToast()).toMatchObject({ title: 'Alert deleted' });
    expect(getToast()?.action).toBeUndefined();
  });
});

describe('the form of an alert', () => {
  it('is sent with the user’s input, and with `whenTrue` only if the form asked for it', async () => {
    const save = renderHook(client, useSaveAlert);
    const fields = { ...fieldsOf({ alert }), threshold: '71000.50', note: '', whenTrue: 'fire' } as const;
    await save.mutateAsync(toSaved({ alert }, fields, false));
    await save.mutateAsync(toSaved({ coin: fields.coin, price: null }, fields, true));
    const sent = { ...terms, threshold: '71000.50', note: null };
    expect(calls).toEqual([
      { call: 'PUT /api/alerts/a1', body: sent },
      {
        call: 'POST /api/alerts',
        body: {
          coinId: 'bitcoin',
          symbol: 'btc',
          name: 'Bitcoin',
          ...sent,
          currency: 'eur',
          whenTrue: 'fire',
        },
      },
    ]);
  });
});
