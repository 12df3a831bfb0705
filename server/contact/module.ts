import { Counter } from 'prom-client';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createPeriodicJob } from '#server/platform/jobs/periodic-job.ts';
import type { Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { registerGuideRoutes } from './guide-routes.ts';
import { unsubscribeLink } from './mail-texts.ts';
import { keptMs, sweepEveryMs } from './policy.ts';
import { orderByPriority, type ReceivedMessage } from './received-messages.ts';
import { registerContactRoutes } from './routes.ts';
import { createContactService } from './service.ts';
import { createContactStore } from './store.ts';

export type ContactDeps = Pick<
  SharedParts,
  'database' | 'outbox' | 'lease' | 'holder' | 'limiter' | 'clock' | 'logger' | 'registry' | 'publicUrl'
> & { readonly config: Pick<Config, 'mail' | 'site'> };

/** Support messages, guides and the newsletter. */
export function createContactModule(deps: ContactDeps): Module {
  const { config, database, clock, registry, publicUrl } = deps;
  const captures = new Counter({
    name: 'email_capture',
    help: 'Addresses left for a guide or the newsletter, by magnet and place on the site',
    labelNames: ['magnet', 'variant'],
    registers: [registry],
  });
  const store = createContactStore(database);
  const contact = createContactService({
    ...deps,
    store,
    supportEmail: config.mail.supportEmail,
    siteName: config.site.name,
    onLead: ({ magnet, variant }) => captures.inc({ magnet, variant }),
  });
  const sweep = createPeriodicJob({
    ...deps,
    name: 'contact-sweep',
    everyMs: sweepEveryMs,
    run: () => store.removeOld(clock.now() - keptMs),
  });
  return {
    exporters: { contact: contact.exportAccount },
    jobs: [sweep],
    registerRoutes(app, { requireSession }) {
      registerContactRoutes(app, { contact, publicUrl, requireSession });
      registerGuideRoutes(app);
    },
  };
}

/** A confirmed newsletter address, as exported for the operator. */
export interface Subscriber {
  readonly email: string;
  readonly unsubscribeUrl: string;
}

/** Lists the newsletter's subscribers, oldest first. `publicUrl` is the origin of the links. */
export async function listSubscribers(database: Database, publicUrl: string): Promise<Subscriber[]> {
  const leads = await createContactStore(database).listSubscribers();
  return leads.map(({ email, token }) => ({ email, unsubscribeUrl: unsubscribeLink({ publicUrl, token }) }));
}

/** Lists the contact messages: those with priority first, otherwise newest first. */
export async function listMessages(database: Database): Promise<ReceivedMessage[]> {
  return orderByPriority(await createContactStore(database).listMessages());
}
