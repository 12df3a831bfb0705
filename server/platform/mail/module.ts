import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { PendingQueue } from '../jobs/delivery-metrics.ts';
import type { Outbox } from '../jobs/outbox.ts';
import type { WakeUps } from '../jobs/wake-ups.ts';
import type { Job, Module } from '../module.ts';
import { makeInboxKey, writeInboxKey } from './inbox-key.ts';
import { registerInboxRoutes } from './inbox-routes.ts';
import { createMailDelivery } from './mail-delivery.ts';
import { createSmtpTransport } from './mail-transport.ts';

export interface MailModule extends Module {
  readonly queues: Readonly<Record<string, PendingQueue>>;
  /** Opens the local inbox; undefined if there is none. */
  readonly inboxKey: string | undefined;
}

/**
 * Sends e-mails through the mail server at `smtpUrl`. Without one, they stay in the local inbox, which can't be opened
 * behind a proxy, where every connection comes from this machine.
 */
export function createMailModule(deps: {
  config: {
    readonly mail: { readonly smtpUrl: string | undefined; readonly from: string };
    readonly dataDir: string;
    readonly trustedProxies: number;
  };
  outbox: Outbox;
  clock: Clock;
  wakeUps?: WakeUps;
  logger: Pick<Logger, 'info' | 'warn'>;
}): MailModule {
  const { outbox, config } = deps;
  const { smtpUrl, from } = config.mail;
  if (smtpUrl !== undefined) {
    return {
      jobs: [createMailDelivery({ ...deps, transport: createSmtpTransport({ smtpUrl, from }) })],
      queues: { email: outbox },
      inboxKey: undefined,
      registerRoutes: () => undefined,
    };
  }
  if (config.trustedProxies > 0) return { queues: {}, inboxKey: undefined, registerRoutes: () => undefined };
  const inboxKey = makeInboxKey();
  return {
    jobs: [createKeyFile(config.dataDir, inboxKey)],
    queues: {},
    inboxKey,
    registerRoutes: (app) => registerInboxRoutes(app, { outbox, inboxKey }),
  };
}

/** Writes the key file when the process starts its jobs. */
function createKeyFile(dataDir: string, inboxKey: string): Job {
  return {
    prepare: async () => writeInboxKey(dataDir, inboxKey),
    start: () => undefined,
    stop: async () => undefined,
  };
}
