import type { Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { createPortableLearning } from './portable-service.ts';
import { registerLearningRoutes } from './routes.ts';
import { createLearningService } from './service.ts';
import { createLearningStore, mergeLearning } from './store.ts';

/** The modules each user has completed. */
export function createLearningModule(deps: Pick<SharedParts, 'database' | 'clock'>): Module {
  const { database: db, clock } = deps;
  const learning = createLearningService({ db, store: createLearningStore(db), clock });
  return {
    mergers: [mergeLearning],
    portable: { learning: createPortableLearning(db) },
    exporters: { learning: learning.getProgress },
    registerRoutes: (app, { sessionGate }) => registerLearningRoutes(app, { learning, gate: sessionGate }),
  };
}
