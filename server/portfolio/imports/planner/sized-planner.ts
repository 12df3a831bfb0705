import type { ImportKey, ImportPlanner } from './import-planner.ts';

export interface SizedPlannerDeps {
  /** For plans that take a few milliseconds. */
  readonly small: ImportPlanner;
  readonly large: ImportPlanner;
  /** The number of rows that a plan compares, from files and the ledger. */
  readonly countRows: (key: ImportKey) => Promise<number>;
  /** The size of the plan's files as stored. */
  readonly countBytes: (key: ImportKey) => Promise<number>;
  /** The same for all files of a portfolio. */
  readonly measurePortfolio: (id: string) => Promise<{ readonly rows: number; readonly bytes: number }>;
}

/** Number of rows from which planning noticeably blocks other requests. */
export const minLargeRows = 300;
/**
 * The same in bytes, as stored: even a few rows can be large, with long notes or a thousand lots each, and repeated text is
 * compressed to a thousandth of its size. Two hundred ordinary rows take as much.
 */
export const minLargeBytes = 16 * 1024;

/** Uses the small planner for small plans, and the other where planning would block other requests. */
export function createSizedPlanner(deps: SizedPlannerDeps): ImportPlanner {
  const { small, large } = deps;
  const choose = async (key: ImportKey) => {
    const isLarge =
      (await deps.countRows(key)) >= minLargeRows || (await deps.countBytes(key)) >= minLargeBytes;
    return isLarge ? large : small;
  };
  const chooseFor = async (portfolioId: string) => {
    const { rows, bytes } = await deps.measurePortfolio(portfolioId);
    return rows >= minLargeRows || bytes >= minLargeBytes ? large : small;
  };
  return {
    preview: async (key) => (await choose(key)).preview(key),
    listPage: async (key, page) => (await choose(key)).listPage(key, page),
    apply: async (key) => (await choose(key)).apply(key),
    remove: async (key) => (await choose(key)).remove(key),
    settle: async (portfolio) => (await chooseFor(portfolio.id)).settle(portfolio),
  };
}
