import { createBillingModule } from '#server/billing/module.ts';
import { loadConfig } from '#server/config/read-config.ts';
import { type AccountApp, createAccountApp } from '../accounts/account-app.ts';
import type { AccountClient, Answer } from '../accounts/account-client.ts';
import type { TestDatabase } from '../databases.ts';
import { createTestParts } from '../test-parts.ts';
import { FakeStripe, stripeKeys } from './fake-stripe.ts';
import { type FakeEvent, signEvent } from './stripe-book.ts';

/** The whole application with a fake Stripe. Both use the test's clock. */
export interface BillingApp {
  readonly site: AccountApp;
  readonly stripe: FakeStripe;
  /** Sends an event as Stripe would, signed now. Returns the status of the answer. */
  deliver(event: FakeEvent): Promise<number>;
  /** Sends a body with the caller's signature. */
  deliverSigned(body: string, signature: string): Promise<Answer>;
  /** Delivers every event that Stripe has created since the last call, in order. */
  deliverAll(): Promise<void>;
  tierOf(client: AccountClient): Promise<unknown>;
  /** Opens the payment page of a plan. Returns the id of the session. */
  openCheckout(client: AccountClient, plan: string, period?: string): Promise<string>;
  /** Buys a plan and delivers its events. Returns the subscription's id. */
  buy(client: AccountClient, plan: string, period?: string): Promise<string>;
  /** Runs the background work. */
  reconcile(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the application on a database, with a new fake Stripe. */
export async function createBillingApp(
  database: TestDatabase,
  env: Record<string, string> = {},
): Promise<BillingApp> {
  let now = () => Date.now();
  const stripe = await new FakeStripe(() => now()).start();
  const allEnv = { AUTH_RATE_LIMIT: 'off', ...stripe.env, ...env };
  const site = await createAccountApp(database, allEnv);
  now = site.clock.now;
  let delivered = 0;

  const deliverSigned = (body: string, signature: string) =>
    site.plainClient().call('POST', '/api/billing/webhook', Buffer.from(body), {
      'content-type': 'application/json',
      'stripe-signature': signature,
    });

  async function deliver(event: FakeEvent): Promise<number> {
    const body = JSON.stringify(event);
    const signature = signEvent(body, stripeKeys.STRIPE_WEBHOOK_SECRET, now());
    return (await deliverSigned(body, signature)).status;
  }

  async function deliverAll(): Promise<void> {
    const waiting = stripe.book.events.slice(delivered);
    delivered = stripe.book.events.length;
    for (const event of waiting) await deliver(event);
  }

  async function openCheckout(client: AccountClient, plan: string, period = 'monthly'): Promise<string> {
    const { status, body, text } = await client.call('POST', '/api/billing/checkout', { plan, period });
    if (status !== 200) throw new Error(`${status} ${text}`);
    return String(body.url).split('/').at(-1)!;
  }

  return {
    site,
    stripe,
    deliver,
    deliverSigned,
    deliverAll,
    openCheckout,
    tierOf: async (client) => (await client.call('GET', '/api/auth/me')).body.subscriptionTier,
    async buy(client, plan, period) {
      const { id } = stripe.book.pay(await openCheckout(client, plan, period));
      await deliverAll();
      return id;
    },
    async reconcile() {
      const config = loadConfig({ DATA_DIR: database.options.dataDir, ...allEnv });
      const { reconciler } = createBillingModule({ ...createTestParts(site), config });
      await reconciler?.runDue();
    },
    async close() {
      await site.app.close();
      await stripe.stop();
    },
  };
}
