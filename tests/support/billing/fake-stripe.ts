import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { StripeBook } from './stripe-book.ts';
import { checkFields, StripeRefusedError, stripeCalls } from './stripe-calls.ts';
import { readFields } from './stripe-form.ts';
import { showStripePage } from './stripe-pages.ts';

export const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_of_this_test_alone',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_this_test_alone',
};

/** A local server with the part of Stripe's API that we use, and with pages to pay and to manage subscriptions. */
export class FakeStripe {
  readonly book: StripeBook;
  /** Each call as `POST /v1/customers`, oldest first. */
  readonly calls: string[] = [];
  /** Whether it answers every call with 500, as in an outage. */
  isDown = false;
  /** Called before each answer, to delay it. */
  beforeAnswer: (call: string) => Promise<void> = async () => undefined;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #origin = '';

  /** `nowMs`: the test's clock. */
  constructor(nowMs: () => number = Date.now) {
    this.book = new StripeBook(nowMs);
  }

  get origin(): string {
    return this.#origin;
  }

  /** The environment of a server that uses this one. */
  get env(): Record<string, string> {
    return { ...stripeKeys, STRIPE_API_URL: this.#origin };
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', this.#origin);
    if (!pathname.startsWith('/v1/')) return showStripePage(this.book, pathname, response);
    const call = `${request.method} ${pathname}`;
    try {
      const sent = (await text(request)) || search.slice(1);
      this.calls.push(call);
      await this.beforeAnswer(call);
      send(response, 200, this.#answer(request, pathname, sent));
    } catch (error) {
      if (!(error instanceof StripeRefusedError)) throw error;
      const { status, code, message } = error;
      send(response, status, { error: { type: 'invalid_request_error', code, message } });
    }
  }

  #answer({ method, headers }: IncomingMessage, pathname: string, sent: string): object {
    if (this.isDown) throw new StripeRefusedError(500, 'api_error', 'Something went wrong at Stripe.');
    if (headers.authorization !== `Bearer ${stripeKeys.STRIPE_SECRET_KEY}`) {
      throw new StripeRefusedError(401, 'api_key', 'Invalid API Key provided: sk_test_****lone');
    }
    if (!/^\d{4}-\d\d-\d\d\./.test(String(headers['stripe-version']))) {
      throw new StripeRefusedError(400, 'version', 'The call names no version of the API.');
    }
    const telemetry = `${headers['x-stripe-client-telemetry'] ?? ''}${headers['x-stripe-client-user-agent']}`;
    if (/last_request|"platform"|telemetry_id/.test(telemetry)) {
      throw new StripeRefusedError(400, 'telemetry', 'The call must not describe this machine.');
    }
    if (method === 'POST' && headers['content-type'] !== 'application/x-www-form-urlencoded') {
      throw new StripeRefusedError(400, 'body', 'Bodies are forms.');
    }
    const { route, id } = findCall(`${method} ${pathname}`);
    const fields = readFields(sent);
    checkFields(route, fields);
    return route.answer({ book: this.book, id, fields, origin: this.#origin });
  }
}

function findCall(call: string) {
  for (const [pattern, route] of Object.entries(stripeCalls)) {
    const match = new RegExp(`^${pattern.replace(':id', '([^/]+)')}$`).exec(call);
    if (match) return { route, id: match[1] ?? '' };
  }
  throw new StripeRefusedError(404, 'url', `Unrecognized request URL (${call}).`);
}

function send(response: ServerResponse, status: number, body: object): void {
  const retryHeader = status < 500 ? {} : { 'stripe-should-retry': 'false' };
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_of_the_fake',
    ...retryHeader,
  });
  response.end(JSON.stringify(body));
}
