import { createHmac, randomUUID } from 'node:crypto';

const day = 24 * 60 * 60;

type Interval = 'month' | 'year';

export interface FakePrice {
  readonly id: string;
  readonly object: 'price';
  active: boolean;
  product: string;
  currency: string;
  unit_amount: number;
  billing_scheme: 'per_unit';
  recurring: { interval: Interval; interval_count: number; usage_type: 'licensed' };
  lookup_key: string | null;
}

export interface FakeSubscription {
  readonly id: string;
  readonly object: 'subscription';
  readonly customer: string;
  status: string;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  items: { object: 'list'; data: { id: string; current_period_end: number; price: FakePrice }[] };
}

export interface FakeSession {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly customer: string;
  readonly mode: 'subscription';
  readonly url: string;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly price: string;
  readonly coupon: string | null;
  status: 'open' | 'complete' | 'expired';
}

export interface FakeCharge {
  readonly id: string;
  readonly object: 'charge';
  readonly customer: string;
  readonly payment_intent: string;
  /** The invoice that it paid. */
  readonly invoice: FakeInvoice;
  refunded: boolean;
  amount_refunded: number;
  disputed: boolean;
  disputes: { id: string; object: 'dispute'; charge: string; status: string }[];
}

interface FakeInvoice {
  readonly id: string;
  readonly object: 'invoice';
  readonly customer: string;
  readonly parent: { readonly subscription_details: { readonly subscription: string } };
  readonly lines: {
    readonly data: {
      period: { end: number };
      parent: { subscription_item_details: { proration: boolean } };
    }[];
  };
}

interface FakeCustomer {
  readonly id: string;
  readonly object: 'customer';
  email: string;
  deleted: boolean;
}

export interface FakeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly data: { readonly object: object };
}

/**
 * Stripe's data and events: people pay, cards fail, subscriptions end. Each change creates the event that Stripe would
 * send. Instants in seconds, as at Stripe.
 */
export class StripeBook {
  readonly customers = new Map<string, FakeCustomer>();
  readonly products = new Map<string, { id: string; name: string }>();
  readonly prices = new Map<string, FakePrice>();
  readonly coupons = new Map<string, { percent_off: number | null; duration: string; valid: boolean }>();
  readonly sessions = new Map<string, FakeSession>();
  readonly subscriptions = new Map<string, FakeSubscription>();
  readonly charges = new Map<string, FakeCharge>();
  readonly configurations = new Map<string, { id: string; object: string; metadata: object }>();
  /** The owner of each opened portal, and the change it offers. */
  readonly portals = new Map<
    string,
    { customer: string; returnUrl: string; change?: { subscription: string; price: string; doneUrl: string } }
  >();
  readonly events: FakeEvent[] = [];
  readonly #now: () => number;
  #count = 0;

  /** `nowMs`: the test's clock. */
  constructor(nowMs: () => number) {
    this.#now = () => Math.floor(nowMs() / 1000);
  }

  newId(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${this.#count.toString().padStart(4, '0')}`;
  }

  /** Pays a checkout session, as a customer does on its page. */
  pay(sessionId: string): FakeSubscription {
    const session = this.sessions.get(sessionId)!;
    if (session.status !== 'open') throw new Error(`the session is ${session.status}`);
    if (this.customers.get(session.customer)?.deleted) throw new Error('the customer is deleted');
    session.status = 'complete';
    const subscription = this.subscribe(session.customer, session.price);
    this.#emit('checkout.session.completed', session);
    this.#emit('invoice.paid', this.#charge(subscription).invoice);
    return subscription;
  }

  subscribe(customer: string, priceId: string): FakeSubscription {
    const price = this.prices.get(priceId)!;
    const subscription: FakeSubscription = {
      id: this.newId('sub'),
      object: 'subscription',
      customer,
      status: 'active',
      cancel_at: null,
      cancel_at_period_end: false,
      items: {
        object: 'list',
        data: [{ id: this.newId('si'), current_period_end: this.#now() + lengthOf(price), price }],
      },
    };
    this.subscriptions.set(subscription.id, subscription);
    this.#emit('customer.subscription.created', subscription);
    return subscription;
  }

  /** Begins a subscription's next period, paid or not. */
  renew(id: string, isPaid: boolean): void {
    const subscription = this.#alive(id);
    if (!subscription) return;
    const [item] = subscription.items.data;
    if (subscription.cancel_at_period_end) {
      this.end(id);
      return;
    }
    if (isPaid) item!.current_period_end += lengthOf(item!.price);
    subscription.status = isPaid ? 'active' : 'past_due';
    if (isPaid) this.#emit('invoice.paid', this.#charge(subscription).invoice);
    else
      this.#emit('invoice.payment_failed', {
        object: 'invoice',
        id: this.newId('in'),
        customer: subscription.customer,
      });
    this.#emit('customer.subscription.updated', subscription);
  }

  /** The payments for a subscription, oldest first. */
  chargesOf(subscription: string): FakeCharge[] {
    return [...this.charges.values()].filter(
      ({ invoice }) => invoice.parent.subscription_details.subscription === subscription,
    );
  }

  /** Charges the difference that a change of plan costs. */
  prorate(id: string): FakeCharge {
    return this.#charge(this.subscriptions.get(id)!, true);
  }

  /** Refunds a payment, as somebody does in Stripe's dashboard. */
  refund(charge: FakeCharge, isWhole = true): void {
    charge.refunded = isWhole;
    charge.amount_refunded = 1;
    const { invoice: _invoice, disputes: _disputes, ...sent } = charge;
    this.#emit('charge.refunded', sent);
  }

  /** Disputes a payment, as the customer's bank does, and closes the dispute with a status. */
  dispute(charge: FakeCharge, status: 'won' | 'lost'): void {
    charge.disputed = true;
    const dispute = { id: this.newId('dp'), object: 'dispute' as const, charge: charge.id, status };
    charge.disputes.push(dispute);
    this.#emit('charge.dispute.created', { ...dispute, status: 'needs_response' });
    this.#emit('charge.dispute.closed', dispute);
  }

  #charge({ id, customer, items }: FakeSubscription, isProration = false): FakeCharge {
    const charge: FakeCharge = {
      id: this.newId('ch'),
      object: 'charge',
      customer,
      payment_intent: this.newId('pi'),
      invoice: {
        id: this.newId('in'),
        object: 'invoice',
        customer,
        parent: { subscription_details: { subscription: id } },
        lines: {
          data: items.data.map(({ current_period_end: end }) => ({
            period: { end },
            parent: { subscription_item_details: { proration: isProration } },
          })),
        },
      },
      refunded: false,
      amount_refunded: 0,
      disputed: false,
      disputes: [],
    };
    this.charges.set(charge.id, charge);
    return charge;
  }

  /** Ends the retries of a failed card, which leaves the subscription unpaid. */
  giveUp(id: string): void {
    this.#update(id, { status: 'unpaid' });
  }

  cancelAtPeriodEnd(id: string, isCancelled = true): void {
    this.#update(id, { cancel_at_period_end: isCancelled });
  }

  changePrice(id: string, priceId: string): void {
    const subscription = this.#alive(id);
    if (!subscription) return;
    subscription.items.data[0]!.price = this.prices.get(priceId)!;
    this.#emit('customer.subscription.updated', subscription);
  }

  end(id: string): void {
    const subscription = this.#alive(id);
    if (!subscription) return;
    subscription.status = 'canceled';
    this.#emit('customer.subscription.deleted', subscription);
  }

  deleteCustomer(id: string): void {
    for (const one of this.subscriptionsOf(id)) this.end(one.id);
    const customer = this.customers.get(id)!;
    customer.deleted = true;
    this.#emit('customer.deleted', customer);
  }

  /** All of a customer's subscriptions that have not ended. */
  subscriptionsOf(customer: string): FakeSubscription[] {
    return [...this.subscriptions.values()].filter(
      (one) => one.customer === customer && one.status !== 'canceled',
    );
  }

  #alive(id: string): FakeSubscription | undefined {
    const subscription = this.subscriptions.get(id);
    return subscription?.status === 'canceled' ? undefined : subscription;
  }

  #update(id: string, change: Partial<FakeSubscription>): void {
    const subscription = this.#alive(id);
    if (!subscription) return;
    Object.assign(subscription, change);
    this.#emit('customer.subscription.updated', subscription);
  }

  #emit(type: string, subject: object): void {
    // A copy, because later changes must not affect the event.
    this.events.push({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type,
      data: { object: structuredClone(subject) },
    });
  }
}

function lengthOf({ recurring }: FakePrice): number {
  return (recurring.interval === 'year' ? 365 : 30) * day;
}

/** The `Stripe-Signature` header of a body, as Stripe computes it. */
export function signEvent(body: string, secret: string, atMs: number): string {
  const t = Math.floor(atMs / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}
