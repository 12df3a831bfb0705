import type { AskedImport, ImportPlanner } from './import-planner.ts';

export interface SizedPlannerDeps {
  /** For what takes a few milliseconds. */
  readonly small: ImportPlanner;
  readonly large: ImportPlanner;
  /** Rows of files and of the ledger that a plan compares. */
  readonly countRows: (asked: AskedImport) => Promise<number>;
}

/** From this many rows on, other calls would notice that they wait. */
const minLarge = 300;

/** Small files at once, large ones where they keep nobody waiting. */
export function createSizedPlanner({ small, large, countRows }: SizedPlannerDeps): ImportPlanner {
  const choose = async (asked: AskedImport) => ((await countRows(asked)) >= minLarge ? large : small);
  return {
    preview: async (asked) => (await choose(asked)).preview(asked),
    listPage: async (asked, page) => (await choose(asked)).listPage(asked, page),
    apply: async (asked) => (await choose(asked)).apply(asked),
    remove: async (asked) => (await choose(asked)).remove(asked),
  };
}
