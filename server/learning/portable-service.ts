import { z } from 'zod';
import { moduleIds } from '#contract/learning.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readData } from '#server/platform/http/read-data.ts';
import type { PortableData } from '#server/platform/portable-data.ts';
import { instant } from '#server/platform/portable-fields.ts';

const schema = z
  .array(z.strictObject({ moduleId: z.enum(moduleIds), completedAt: instant }))
  .max(moduleIds.length)
  .refine(
    (modules) => new Set(modules.map(({ moduleId }) => moduleId)).size === modules.length,
    'Contains a module twice',
  );

/** The modules a user has completed, by id. */
export function createPortableLearning(db: Database): PortableData {
  return {
    async read(userId) {
      const rows = await db
        .selectFrom('completed_modules')
        .select(['module_id', 'completed_at'])
        .where('user_id', '=', userId)
        .execute();
      return rows
        .map(({ module_id: moduleId, completed_at: completedAt }) => ({ moduleId, completedAt }))
        .sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
    },
    async isEmpty(tx, userId) {
      const row = await tx
        .selectFrom('completed_modules')
        .select('module_id')
        .where('user_id', '=', userId)
        .limit(1)
        .executeTakeFirst();
      return row === undefined;
    },
    async add(tx, { userId }, data) {
      const modules = readData(schema, data, 'data.learning');
      for (const { moduleId, completedAt } of modules)
        await tx
          .insertInto('completed_modules')
          .values({ user_id: userId, module_id: moduleId, completed_at: completedAt })
          .execute();
      return { learning: modules.length };
    },
  };
}
