import type { ServerResponse } from 'node:http';
import type { StripeBook } from './stripe-book.ts';

const button = (path: string, label: string) => `<p><a href="${path}">${label}</a></p>`;

/**
 * Stand-ins for Stripe's pages: to pay a checkout, and to manage a subscription. Each button is a link that performs
 * the action and redirects.
 */
export function showStripePage(book: StripeBook, pathname: string, response: ServerResponse): void {
  const [, kind = '', id = '', action] = pathname.split('/');
  const target = action === undefined ? undefined : act(book, kind, id, action);
  if (target !== undefined) {
    response.writeHead(303, { location: target }).end();
    return;
  }
  const body = kind === 'pay' ? showCheckout(book, id) : showPortal(book, id);
  response
    .writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Stripe</title><h1>Stripe</h1>${body ?? 'Nothing here'}`);
}

function showCheckout(book: StripeBook, id: string): string | undefined {
  const session = book.sessions.get(id);
  if (!session) return undefined;
  const { unit_amount } = book.prices.get(session.price)!;
  return `<p>${unit_amount} cents, ${session.status}</p>${button(`/pay/${id}/now`, 'Pay')}${button(
    `/pay/${id}/back`,
    'Back',
  )}`;
}

function showPortal(book: StripeBook, id: string): string | undefined {
  const portal = book.portals.get(id);
  if (!portal) return undefined;
  const change = portal.change ? button(`/portal/${id}/confirm`, 'Confirm the new plan') : '';
  return `${change}${button(`/portal/${id}/cancel`, 'Cancel the plan')}${button(`/portal/${id}/back`, 'Return')}`;
}

/** Performs a button's action. Returns the redirect's target. */
function act(book: StripeBook, kind: string, id: string, action: string): string | undefined {
  const session = book.sessions.get(id);
  if (kind === 'pay' && session) {
    if (action === 'back') return session.cancel_url;
    book.pay(id);
    return session.success_url;
  }
  const portal = book.portals.get(id);
  if (kind !== 'portal' || !portal) return undefined;
  if (action === 'confirm' && portal.change) {
    book.changePrice(portal.change.subscription, portal.change.price);
    return portal.change.doneUrl;
  }
  if (action === 'cancel')
    for (const one of book.subscriptionsOf(portal.customer)) book.cancelAtPeriodEnd(one.id);
  return portal.returnUrl;
}
