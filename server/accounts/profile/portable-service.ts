import { cutIssueMessage } from '#contract/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { readLargeJson } from '#server/platform/large-json/large-json.ts';
import type { PortableData } from '#server/platform/portable-data.ts';

/** Moves data from one account to another: reads it for the export, and adds it on import. */
export interface PortableService {
  /** Parses an import's body and checks its large parts, off the main thread. */
  readBody(bytes: Uint8Array): Promise<unknown>;
  /** Returns the account's data, keyed by the domain that stores it. */
  read(userId: string): Promise<Record<string, unknown>>;
  /**
   * Adds everything, or nothing, to an account. Returns how many of each thing were added. Throws `invalid_request` for
   * data of an unknown domain, and `conflict` if the account has data already.
   */
  add(userId: string, data: Readonly<Record<string, unknown>>): Promise<Record<string, number>>;
}

export function createPortableService(
  db: Database,
  domains: Readonly<Record<string, PortableData>>,
): PortableService {
  const checkers = Object.entries(domains).flatMap(([name, { checker }]) =>
    checker === undefined ? [] : [{ name, module: checker }],
  );
  return {
    readBody: (bytes) => readLargeJson({ bytes, field: 'data', checkers }),
    async read(userId) {
      const data: Record<string, unknown> = {};
      for (const [name, domain] of Object.entries(domains)) data[name] = await domain.read(userId);
      return data;
    },
    async add(userId, data) {
      refuseUnknown(data, domains);
      const added = Object.entries(domains).filter(([name]) => name in data);
      const reserved = new Map<string, number>();
      for (const [name, domain] of added) reserved.set(name, (await domain.reserve?.(data[name])) ?? 0);
      return transact(db, async (tx) => {
        const owner = await lockOwner(tx, userId);
        if (!owner) throw new AppError('unauthorized', 'This account no longer exists.');
        for (const domain of Object.values(domains))
          if (!(await domain.isEmpty(tx, userId)))
            throw new AppError('conflict', 'This account has data of its own. Import into a new account.');
        const counts: Record<string, number> = {};
        for (const [name, domain] of added)
          Object.assign(counts, await domain.add(tx, { ...owner, userId }, data[name], reserved.get(name)!));
        for (const [name, domain] of added) await domain.finish?.(tx, userId, reserved.get(name)!);
        return counts;
      });
    },
  };
}

function refuseUnknown(
  data: Readonly<Record<string, unknown>>,
  domains: Readonly<Record<string, PortableData>>,
) {
  const unknown = Object.keys(data).filter((name) => !Object.hasOwn(domains, name));
  if (unknown.length === 0) return;
  const issues = unknown
    .slice(0, 100)
    .map((name) => ({ path: cutIssueMessage(`data.${name}`), message: 'Is not a known part of an account' }));
  throw new AppError('invalid_request', issues[0]!.message, { issues });
}
