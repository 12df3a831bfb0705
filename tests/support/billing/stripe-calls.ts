import type { FakePrice, StripeBook } from './stripe-book.ts';
import { type Fields, fieldAt, namesOf } from './stripe-form.ts';

/** A refusal in Stripe's format. */
export class StripeRefusedError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface StripeCall {
  readonly book: StripeBook;
  /** The path segments that are ids. */
  readonly id: string;
  readonly fields: Fields;
  /** The origin of the fake's own pages. */
  readonly origin: string;
}

interface Route {
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  readonly answer: (call: StripeCall) => object;
}

const missing = (kind: string, id: string) =>
  new StripeRefusedError(404, 'resource_missing', `No such ${kind}: '${id}'`);
const list = (data: object[]) => ({ object: 'list', data, has_more: false });
const at = ({ fields }: StripeCall, path: string) => fieldAt(fields, path)!;

function liveCustomer({ book }: StripeCall, id: string) {
  const customer = book.customers.get(id);
  if (!customer || customer.deleted) throw missing('customer', id);
  return customer;
}

function livePrice({ book }: StripeCall, id: string): FakePrice {
  const price = book.prices.get(id);
  if (!price?.active) throw missing('price', id);
  return price;
}

const portalFields = [
  'features.payment_method_update.enabled',
  'features.invoice_history.enabled',
  'features.customer_update.enabled',
  'features.customer_update.allowed_updates.*',
  'features.subscription_cancel.enabled',
  'features.subscription_cancel.mode',
  'features.subscription_update.enabled',
  'features.subscription_update.default_allowed_updates.*',
  'features.subscription_update.proration_behavior',
  'features.subscription_update.products.*.product',
  'features.subscription_update.products.*.prices.*',
];
const flow = 'flow_data.subscription_update_confirm';

/** The calls of Stripe's API that we use, with their required and optional fields. `:id` stands for an id. */
export const stripeCalls: Readonly<Record<string, Route>> = {
  'POST /v1/customers': {
    required: ['email', 'metadata.altimeter_user'],
    answer: (call) => {
      const customer = {
        id: call.book.newId('cus'),
        object: 'customer' as const,
        email: at(call, 'email'),
        deleted: false,
      };
      call.book.customers.set(customer.id, customer);
      return customer;
    },
  },
  'GET /v1/customers/:id': {
    optional: ['expand.*'],
    answer: ({ book, id }) => {
      const customer = book.customers.get(id);
      if (!customer) throw missing('customer', id);
      if (customer.deleted) return { id, object: 'customer', deleted: true };
      const { deleted: _deleted, ...known } = customer;
      return { ...known, subscriptions: list(book.subscriptionsOf(id)) };
    },
  },
  'POST /v1/customers/:id': {
    required: ['email'],
    answer: (call) => Object.assign(liveCustomer(call, call.id), { email: at(call, 'email') }),
  },
  'DELETE /v1/customers/:id': {
    answer: (call) => {
      liveCustomer(call, call.id);
      call.book.deleteCustomer(call.id);
      return { id: call.id, object: 'customer', deleted: true };
    },
  },
  'GET /v1/subscriptions': {
    required: ['customer', 'status'],
    optional: ['limit'],
    answer: (call) =>
      list([...call.book.subscriptions.values()].filter(({ customer }) => customer === at(call, 'customer'))),
  },
  'DELETE /v1/subscriptions/:id': {
    answer: ({ book, id }) => {
      const subscription = book.subscriptions.get(id);
      if (!subscription || subscription.status === 'canceled') throw missing('subscription', id);
      book.end(id);
      return subscription;
    },
  },
  'GET /v1/charges/:id': {
    answer: ({ book, id }) => {
      const charge = book.charges.get(id);
      if (!charge) throw missing('charge', id);
      const { invoice: _invoice, disputes: _disputes, ...known } = charge;
      return known;
    },
  },
  'GET /v1/disputes': {
    required: ['charge'],
    optional: ['limit'],
    answer: (call) => list(call.book.charges.get(at(call, 'charge'))!.disputes),
  },
  'GET /v1/invoice_payments': {
    required: ['payment.type', 'payment.payment_intent', 'expand.*'],
    optional: ['limit'],
    answer: (call) =>
      list(
        [...call.book.charges.values()]
          .filter((one) => one.payment_intent === at(call, 'payment.payment_intent'))
          .map(({ invoice }) => ({ object: 'invoice_payment', invoice })),
      ),
  },
  'POST /v1/products': {
    required: ['id', 'name', 'description'],
    answer: (call) => {
      const id = at(call, 'id');
      if (call.book.products.has(id)) {
        throw new StripeRefusedError(400, 'resource_already_exists', `Product already exists.`);
      }
      const product = { id, object: 'product', name: at(call, 'name') };
      call.book.products.set(id, product);
      return product;
    },
  },
  'GET /v1/prices': {
    required: ['lookup_keys.*', 'active'],
    optional: ['limit'],
    answer: (call) => {
      const keys = Object.values(call.fields.lookup_keys as Fields);
      const isActive = at(call, 'active') === 'true';
      if (keys.length > 10) throw new StripeRefusedError(400, 'parameter_invalid', 'At most 10 lookup keys.');
      const prices = [...call.book.prices.values()];
      return list(prices.filter((one) => one.active === isActive && keys.includes(one.lookup_key!)));
    },
  },
  'POST /v1/prices': {
    required: [
      'product',
      'currency',
      'unit_amount',
      'recurring.interval',
      'lookup_key',
      'transfer_lookup_key',
    ],
    answer: addPrice,
  },
  'GET /v1/coupons/:id': {
    answer: ({ book, id }) => {
      const coupon = book.coupons.get(id);
      if (!coupon) throw missing('coupon', id);
      return { id, object: 'coupon', ...coupon };
    },
  },
  'GET /v1/checkout/sessions': {
    required: ['customer', 'status'],
    optional: ['limit'],
    answer: (call) =>
      list(
        [...call.book.sessions.values()].filter(
          ({ customer, status }) => customer === at(call, 'customer') && status === at(call, 'status'),
        ),
      ),
  },
  'POST /v1/checkout/sessions': {
    required: [
      'mode',
      'customer',
      'line_items.*.price',
      'line_items.*.quantity',
      'success_url',
      'cancel_url',
    ],
    optional: ['discounts.*.coupon'],
    answer: openSession,
  },
  'POST /v1/checkout/sessions/:id/expire': {
    answer: ({ book, id }) => {
      const session = book.sessions.get(id);
      if (session?.status !== 'open')
        throw new StripeRefusedError(400, 'invalid', 'Only open sessions expire.');
      session.status = 'expired';
      return session;
    },
  },
  'GET /v1/billing_portal/configurations': {
    required: ['active'],
    optional: ['limit'],
    answer: ({ book }) => list([...book.configurations.values()]),
  },
  'POST /v1/billing_portal/configurations': {
    required: [...portalFields, 'metadata.altimeter'],
    answer: ({ book, fields }) => {
      const configuration = {
        id: book.newId('bpc'),
        object: 'billing_portal.configuration',
        metadata: fields.metadata as Fields,
      };
      book.configurations.set(configuration.id, configuration);
      return configuration;
    },
  },
  'POST /v1/billing_portal/sessions': {
    required: ['customer', 'configuration', 'return_url'],
    optional: [
      'flow_data.type',
      `${flow}.subscription`,
      `${flow}.items.*.id`,
      `${flow}.items.*.price`,
      `${flow}.items.*.quantity`,
      'flow_data.after_completion.type',
      'flow_data.after_completion.redirect.return_url',
    ],
    answer: openPortal,
  },
};

function addPrice(call: StripeCall): FakePrice {
  const { book } = call;
  if (!book.products.has(at(call, 'product'))) throw missing('product', at(call, 'product'));
  const lookupKey = at(call, 'lookup_key');
  for (const price of book.prices.values()) if (price.lookup_key === lookupKey) price.lookup_key = null;
  const price: FakePrice = {
    id: book.newId('price'),
    object: 'price',
    active: true,
    product: at(call, 'product'),
    currency: at(call, 'currency'),
    unit_amount: Number(at(call, 'unit_amount')),
    billing_scheme: 'per_unit',
    recurring: {
      interval: at(call, 'recurring.interval') as 'month' | 'year',
      interval_count: 1,
      usage_type: 'licensed',
    },
    lookup_key: lookupKey,
  };
  book.prices.set(price.id, price);
  return price;
}

function openSession(call: StripeCall): object {
  const { book, origin } = call;
  const customer = liveCustomer(call, at(call, 'customer'));
  const id = book.newId('cs_test');
  const session = {
    id,
    object: 'checkout.session' as const,
    customer: customer.id,
    mode: 'subscription' as const,
    url: `${origin}/pay/${id}`,
    success_url: at(call, 'success_url'),
    cancel_url: at(call, 'cancel_url'),
    price: livePrice(call, at(call, 'line_items.0.price')).id,
    coupon: fieldAt(call.fields, 'discounts.0.coupon') ?? null,
    status: 'open' as const,
  };
  book.sessions.set(id, session);
  return session;
}

function openPortal(call: StripeCall): object {
  const { book, origin, fields } = call;
  const customer = liveCustomer(call, at(call, 'customer'));
  if (!book.configurations.has(at(call, 'configuration'))) {
    throw missing('configuration', at(call, 'configuration'));
  }
  const id = book.newId('bps');
  const subscription = fieldAt(fields, `${flow}.subscription`);
  book.portals.set(id, {
    customer: customer.id,
    returnUrl: at(call, 'return_url'),
    ...(subscription !== undefined && {
      change: {
        subscription,
        price: livePrice(call, at(call, `${flow}.items.0.price`)).id,
        doneUrl: at(call, 'flow_data.after_completion.redirect.return_url'),
      },
    }),
  });
  return { id, object: 'billing_portal.session', url: `${origin}/portal/${id}` };
}

/** Throws if a call lacks a field or has one unknown to Stripe. */
export function checkFields({ required = [], optional = [] }: Route, fields: Fields): void {
  const given = namesOf(fields);
  const unknown = given.find((name) => !required.includes(name) && !optional.includes(name));
  if (unknown)
    throw new StripeRefusedError(400, 'parameter_unknown', `Received unknown parameter: ${unknown}`);
  const absent = required.find((name) => !given.includes(name));
  if (absent) throw new StripeRefusedError(400, 'parameter_missing', `Missing required param: ${absent}.`);
}
