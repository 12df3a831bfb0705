import { z } from 'zod';
import type { Database } from '#server/platform/database/database.ts';
import { readData } from '#server/platform/http/read-data.ts';
import type { PortableData } from '#server/platform/portable-data.ts';
import { createSettingsStore } from '../delivery/settings-store.ts';

const schema = z.strictObject({ email: z.boolean(), push: z.boolean(), inApp: z.boolean() });

/** Notification settings. An account with nothing but settings counts as empty. */
export function createPortableSettings(db: Database): PortableData {
  return {
    read: (userId) => createSettingsStore(db).getSettings(userId),
    isEmpty: async () => true,
    async add(tx, { userId }, data) {
      await createSettingsStore(tx).updateSettings(userId, readData(schema, data, 'data.alertSettings'));
      return {};
    },
  };
}
