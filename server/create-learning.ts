import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/platform/database/database.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { registerLearningRoutes } from './learning/routes.ts';
import { createLearningService } from './learning/service.ts';
import { createLearningStore, mergeLearning } from './learning/store.ts';
import type { Clock } from './platform/clock.ts';

/** The learning area, composed over the database: what users have completed. */
export function createLearning({ database, clock }: { database: Database; clock: Clock }) {
  const learning = createLearningService({ store: createLearningStore(database), clock });
  return {
    merge: mergeLearning,
    exporters: { learning: learning.getProgress },
    registerRoutes: (app: FastifyInstance, gate: UserGate) => registerLearningRoutes(app, { learning, gate }),
  };
}
