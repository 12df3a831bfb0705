import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Alert } from '#contract/alerts.ts';
import { type Overlay, setOverlayLoader } from '#web/ui/overlay/overlays.ts';
import { getToast } from '#web/ui/overlay/toast.ts';
import { createAlertChanges } from './alert-changes.ts';
import { fieldsOf } from './form/alert-fields.ts';
import { saveAlert } from './form/save-alert.ts';

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
  restsUntil: null,
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
let changes: ReturnType<typeof createAlertChanges>;

beforeEach(() => {
  [calls, status, opened] = [[], 200, []];
  client = new QueryClient();
  changes = createAlertChanges(client);
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

describe('an alert', () => {
  it('is paused, and armed with what was answered', async () => {
    await changes.pause(alert);
    expect(getToast()).toMatchObject({
      title: 'Alert paused',
      description: 'Bitcoin: Price rises to $70,000 or above',
    });
    await changes.activate(alert, 'fire');
    expect(calls).toEqual([
      { call: 'PUT /api/alerts/a1', body: { status: 'paused' } },
      { call: 'PUT /api/alerts/a1', body: { status: 'active', whenTrue: 'fire' } },
    ]);
  });

  it('is changed once, however often it is pressed', async () => {
    await Promise.all([changes.pause(alert), changes.pause(alert)]);
    expect(calls).toHaveLength(1);
  });

  it('that the plan has no room for opens the limit dialog', async () => {
    status = 403;
    await changes.activate(alert, 'wait');
    expect(opened).toEqual([{ name: 'limit', limitType: 'alerts' }]);
  });

  it('that could not be changed says so', async () => {
    status = 500;
    await changes.pause(alert);
    expect(getToast()).toMatchObject({ description: 'Failed to pause the alert', variant: 'destructive' });
  });

  it('is deleted and put back as it was', async () => {
    const paused = { ...alert, status: 'paused' } as const;
    await changes.remove(paused);
    getToast()?.action?.onPress();
    await vi.waitFor(() => expect(getToast()?.title).toBe('Alert restored'));
    expect(calls.map(({ call }) => call)).toEqual([
      'DELETE /api/alerts/a1',
      'POST /api/alerts',
      'PUT /api/alerts/a1',
    ]);
    expect(calls[1]?.body).toEqual({ coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', ...terms });
    expect(calls[2]?.body).toEqual({ status: 'paused' });
  });

  it('that has fired is deleted for good: it could only be put back armed', async () => {
    await changes.remove({ ...alert, status: 'triggered' });
    expect(getToast()).toMatchObject({ title: 'Alert deleted' });
    expect(getToast()?.action).toBeUndefined();
  });
});

describe('a form of an alert', () => {
  it('is sent as it was typed, with an answer only where one was asked for', async () => {
    const fields = { ...fieldsOf({ alert }), threshold: ' 71000.50 ', note: ' ', whenTrue: 'fire' } as const;
    await saveAlert(client, { alert }, fields, false);
    await saveAlert(client, { coin: fields.coin, price: null }, fields, true);
    const sent = { ...terms, threshold: '71000.50', note: null };
    expect(calls).toEqual([
      { call: 'PUT /api/alerts/a1', body: sent },
      {
        call: 'POST /api/alerts',
        body: { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', ...sent, whenTrue: 'fire' },
      },
    ]);
  });
});
