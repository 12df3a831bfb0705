import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  explainNoPush,
  hasPushSubscription,
  subscribeToPush,
  unsubscribeFromPush,
} from './push-subscription.ts';

const keys = { p256dh: 'the browser’s key', auth: 'its secret' };

/** A fake browser that supports push messages and records the calls. */
class FakePushBrowser {
  promptCount = 0;
  readonly registered: unknown[][] = [];
  readonly calls: { call: string; body: unknown }[] = [];
  subscription: { endpoint: string; toJSON(): object; unsubscribe(): Promise<boolean> } | null = null;
  /** Refuses the next subscription, as browsers do if its key differs from the last one's. */
  isRefusing = false;

  readonly #answer: NotificationPermission;

  constructor(answer: NotificationPermission) {
    this.#answer = answer;
    const notification = { permission: 'default', requestPermission: () => this.#ask(notification) };
    const registration = {
      active: {},
      pushManager: { getSubscription: async () => this.subscription, subscribe: this.#subscribe },
    };
    const serviceWorker = {
      getRegistration: async () => (this.registered.length > 0 ? registration : undefined),
      register: async (...options: unknown[]) => {
        this.registered.push(options);
        return registration;
      },
    };
    vi.stubGlobal('Notification', notification);
    vi.stubGlobal('navigator', { serviceWorker });
    vi.stubGlobal('window', { PushManager: {}, Notification: notification });
    vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
      this.calls.push({ call: `${method} ${path}`, body: body && JSON.parse(String(body)) });
      return new Response(JSON.stringify({ publicKey: 'ours' }), { status: 200 });
    });
  }

  async #ask(notification: { permission: string }): Promise<string> {
    this.promptCount += 1;
    notification.permission = this.#answer;
    return this.#answer;
  }

  #subscribe = async (options: object) => {
    if (this.isRefusing) throw new Error('other keys');
    expect(options).toEqual({ userVisibleOnly: true, applicationServerKey: 'ours' });
    this.subscription = this.makeSubscription('https://push.example/new');
    return this.subscription;
  };

  makeSubscription(endpoint: string) {
    return {
      endpoint,
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        this.subscription = null;
        this.isRefusing = false;
        return true;
      },
    };
  }
}

let browser: FakePushBrowser;
beforeEach(() => {
  browser = new FakePushBrowser('granted');
});
afterEach(() => vi.unstubAllGlobals());

describe('push messages to this browser', () => {
  it('start with the user’s permission, which is not requested earlier', async () => {
    expect([explainNoPush(), await hasPushSubscription(), browser.promptCount]).toEqual([null, false, 0]);
    await subscribeToPush();
    expect(browser.promptCount).toBe(1);
    expect(browser.registered).toEqual([['/alerts-worker.js', { scope: '/alerts' }]]);
    expect(browser.calls).toEqual([
      { call: 'GET /api/alerts/push/key', body: undefined },
      {
        call: 'POST /api/alerts/push/subscriptions',
        body: { endpoint: 'https://push.example/new', expirationTime: null, keys },
      },
    ]);
    expect(await hasPushSubscription()).toBe(true);
  });

  it('do not start without it, and say why', async () => {
    browser = new FakePushBrowser('denied');
    await expect(subscribeToPush()).rejects.toThrow('This browser blocks notifications from this site.');
    expect([browser.registered, browser.calls]).toEqual([[], []]);
    expect(explainNoPush()).toContain('Allow them in its settings');
    browser = new FakePushBrowser('default');
    await expect(subscribeToPush()).rejects.toThrow('without your permission');
  });

  it('replace those signed with another key', async () => {
    browser.subscription = browser.makeSubscription('https://push.example/old');
    browser.isRefusing = true;
    await subscribeToPush();
    expect(browser.subscription?.endpoint).toBe('https://push.example/new');
  });

  it('say so if the push service is not available', async () => {
    browser.isRefusing = true;
    await expect(subscribeToPush()).rejects.toThrow('This browser’s push service could not be reached.');
  });

  it('end in this browser and on the server', async () => {
    await subscribeToPush();
    browser.calls.length = 0;
    await unsubscribeFromPush();
    expect(browser.calls).toEqual([
      { call: 'DELETE /api/alerts/push/subscriptions', body: { endpoint: 'https://push.example/new' } },
    ]);
    expect(await hasPushSubscription()).toBe(false);
  });

  it('are not offered if the browser does not support them', () => {
    vi.stubGlobal('window', {});
    expect(explainNoPush()).toBe('This browser doesn’t support push messages.');
  });
});
