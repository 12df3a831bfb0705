import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { PendingQueue } from '../jobs/delivery-metrics.ts';
import type { Outbox } from '../jobs/outbox.ts';
import type { Module } from '../module.ts';
import { registerInboxRoutes } from './inbox-routes.ts';
import { createMailDelivery } from './mail-delivery.ts';
import { createSmtpTransport } from './mail-transport.ts';

export interface MailModule extends Module {
  readonly queues: Readonly<Record<string, PendingQueue>>;
}

/** Sends mails through the mail server at `smtpUrl`. Without one, they stay in the local inbox. */
export function createMailModule(deps: {
  config: { readonly mail: { readonly smtpUrl: string | undefined; readonly from: string } };
  outbox: Outbox;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn'>;
}): MailModule {
  const { outbox } = deps;
  const { smtpUrl, from } = deps.config.mail;
  if (smtpUrl === undefined)
    return { queues: {}, registerRoutes: (app) => registerInboxRoutes(app, { outbox }) };
  return {
    jobs: [createMailDelivery({ ...deps, transport: createSmtpTransport({ smtpUrl, from }) })],
    queues: { email: outbox },
    registerRoutes: () => undefined,
  };
}
