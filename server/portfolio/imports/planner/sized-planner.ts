import type { AskedImport, ImportPlanner } from './import-planner.ts';

export interface SizedPlannerDeps {
  /** For plans that take a few milliseconds. */
  readonly small: ImportPlanner;
  readonly large: ImportPlanner;
  /** The number of rows that a plan compares, from files and the ledger. */
  readonly countRows: (asked: AskedImport) => Promise<number>;
}

/** Number of rows from which planning noticeably blocks other requests. */
const minLarge = 300;

/** Uses the small planner for small plans, and the other where planning would block other requests. */
export function createSizedPlanner({ small, large, countRows }: SizedPlannerDeps): ImportPlanner {
  const choose = async (asked: AskedImport) => ((await countRows(asked)) >= minLarge ? large : small);
  return {
    preview: async (asked) => (await choose(asked)).preview(asked),
    listPage: async (asked, page) => (await choose(asked)).listPage(asked, page),
    apply: async (asked) => (await choose(asked)).apply(asked),
    remove: async (asked) => (await choose(asked)).remove(asked),
  };
}
