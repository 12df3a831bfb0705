import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createOutbox } from '#server/platform/jobs/outbox.ts';
import { deriveKey } from '#server/platform/keys.ts';
import { createDatabaseRateLimiter } from '#server/platform/limits/database-rate-limiter.ts';
import { unlimited } from '#server/platform/limits/rate-limiter.ts';
import { registerGuideRoutes } from './contact/guide-routes.ts';
import { registerContactRoutes } from './contact/routes.ts';
import { createContactService } from './contact/service.ts';
import { createContactStore } from './contact/store.ts';
import type { Clock } from './platform/clock.ts';

/** Messages to the support, guides and the newsletter, composed over the database. */
export function createContact(deps: {
  config: Config;
  database: Database;
  registry: Registry;
  /** What the names of counted networks and addresses are hashed with. */
  secret: string;
  clock: Clock;
  publicUrl: () => string;
}) {
  const { config, database, registry, secret, clock, publicUrl } = deps;
  const captures = new Counter({
    name: 'email_capture',
    help: 'Addresses left for a guide or the newsletter, by what for and where on the site',
    labelNames: ['magnet', 'variant'],
    registers: [registry],
  });
  const contact = createContactService({
    store: createContactStore(database, createOutbox(database, clock)),
    limiter: config.accounts.isRateLimited
      ? createDatabaseRateLimiter({ db: database, key: deriveKey(secret, 'rate limits'), clock })
      : unlimited,
    clock,
    supportEmail: config.mail.supportEmail,
    publicUrl,
    onLead: ({ magnet, variant }) => captures.inc({ magnet, variant }),
  });
  return {
    /** What of it is an account's, for its export. */
    exporters: { contact: contact.exportOf },
    registerRoutes(app: FastifyInstance): void {
      registerContactRoutes(app, { contact, publicUrl });
      registerGuideRoutes(app);
    },
  };
}
