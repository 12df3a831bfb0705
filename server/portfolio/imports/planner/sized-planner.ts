import type { ImportKey, ImportPlanner } from './import-planner.ts';

export interface SizedPlannerDeps {
  /** For plans that take a few milliseconds. */
  readonly small: ImportPlanner;
  readonly large: ImportPlanner;
  /** The number of rows that a plan compares, from files and the ledger. */
  readonly countRows: (key: ImportKey) => Promise<number>;
}

/** Number of rows from which planning noticeably blocks other requests. */
const minLarge = 300;

/** Uses the small planner for small plans, and the other where planning would block other requests. */
export function createSizedPlanner({ small, large, countRows }: SizedPlannerDeps): ImportPlanner {
  const choose = async (key: ImportKey) => ((await countRows(key)) >= minLarge ? large : small);
  return {
    preview: async (key) => (await choose(key)).preview(key),
    listPage: async (key, page) => (await choose(key)).listPage(key, page),
    apply: async (key) => (await choose(key)).apply(key),
    remove: async (key) => (await choose(key)).remove(key),
  };
}
