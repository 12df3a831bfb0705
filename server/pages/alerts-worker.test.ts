import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';

const source = readFileSync(new URL('../../public/alerts-worker.js', import.meta.url), 'utf8');

interface Shown {
  readonly title: string;
  readonly options: { body: string; tag: string; data: { path?: unknown } };
}

/** The part of a browser that the worker uses. */
class FakeWorkerBrowser {
  readonly shown: Shown[] = [];
  readonly opened: string[] = [];
  readonly focused: string[] = [];
  readonly #listeners: Record<string, (event: object) => void> = {};

  constructor(openPages: readonly string[] = []) {
    const pages = openPages.map((url) => ({ url, focus: async () => void this.focused.push(url) }));
    const self = {
      location: { origin: 'https://altimeter.example' },
      addEventListener: (name: string, listen: (event: object) => void) => {
        this.#listeners[name] = listen;
      },
      registration: {
        showNotification: async (title: string, options: Shown['options']) =>
          void this.shown.push({ title, options }),
      },
      clients: { matchAll: async () => pages, openWindow: async (url: string) => void this.opened.push(url) },
    };
    runInNewContext(source, { self, URL });
  }

  async #send(name: string, event: object): Promise<void> {
    let work: Promise<unknown> | undefined;
    const waitUntil = (promise: Promise<unknown>) => {
      work = promise;
    };
    this.#listeners[name]!({ ...event, waitUntil });
    await work;
  }

  push(message: unknown): Promise<void> {
    return this.#send('push', { data: { json: () => JSON.parse(String(message)) } });
  }

  async press(data: unknown): Promise<boolean> {
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    await this.#send('notificationclick', { notification: { data, close } });
    return isClosed;
  }
}

const message = { id: 'f1', title: 'Bitcoin is above $65,000', body: 'Price $65,001', path: '/alerts' };

describe('the push message worker', () => {
  let browser: FakeWorkerBrowser;
  beforeEach(() => {
    browser = new FakeWorkerBrowser();
  });

  it("shows the server's message, tagged with the firing", async () => {
    await browser.push(JSON.stringify(message));
    expect(browser.shown).toMatchObject([
      { title: message.title, options: { body: message.body, tag: 'f1', data: { path: '/alerts' } } },
    ]);
  });

  it('shows something for any message, as browsers require', async () => {
    await browser.push('no JSON');
    expect(browser.shown).toMatchObject([{ title: 'Altimeter', options: { tag: 'alert' } }]);
  });

  it('opens the page when the message is pressed', async () => {
    expect(await browser.press({ path: '/alerts' })).toBe(true);
    expect(browser.opened).toEqual(['https://altimeter.example/alerts']);
  });

  it('focuses the page if it is already open', async () => {
    browser = new FakeWorkerBrowser(['https://altimeter.example/', 'https://altimeter.example/alerts#x']);
    await browser.press({ path: '/alerts' });
    expect([browser.focused, browser.opened]).toEqual([['https://altimeter.example/alerts#x'], []]);
  });

  it.each(['https://evil.example/', '//evil.example/alerts', 42, undefined, 'javascript:alert(1)'])(
    'never leads elsewhere: %s',
    async (path) => {
      await browser.press({ path });
      expect(browser.opened).toEqual(['https://altimeter.example/alerts']);
    },
  );
});
