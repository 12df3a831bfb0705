import type { ModuleId } from '#contract/learning.ts';
import { type LazyModule, lazyModule } from '#web/lib/lazy-module.ts';
import type { Lesson } from './lesson.ts';

/** The summary of a module, with its lazily loaded lessons. */
export interface LearningModule {
  readonly id: ModuleId;
  readonly title: string;
  readonly description: string;
  readonly level: 'Beginner' | 'Intermediate' | 'Advanced';
  readonly minutes: number;
  readonly lessonCount: number;
  readonly rating: number;
  readonly lessons: LazyModule<readonly Lesson[]>;
}

/** The three modules. Titles, levels, times, counts and ratings are specified by the product. */
export const modules: readonly LearningModule[] = [
  {
    id: 'basics',
    title: 'Cryptocurrency Basics',
    description: 'What a blockchain is, what a key is, and what you own when you own a coin.',
    level: 'Beginner',
    minutes: 30,
    lessonCount: 5,
    rating: 4.8,
    lessons: lazyModule(async () => (await import('./modules/basics.ts')).lessons),
  },
  {
    id: 'portfolio-management',
    title: 'Portfolio Management',
    description: 'Sizing a position, measuring profit and loss, and when to do nothing.',
    level: 'Intermediate',
    minutes: 45,
    lessonCount: 6,
    rating: 4.9,
    lessons: lazyModule(async () => (await import('./modules/portfolio.ts')).lessons),
  },
  {
    id: 'technical-analysis',
    title: 'Technical Analysis',
    description: 'Reading a price chart: trend, range, volume, and the limits of all three.',
    level: 'Advanced',
    minutes: 60,
    lessonCount: 8,
    rating: 4.7,
    lessons: lazyModule(async () => (await import('./modules/technical-analysis.ts')).lessons),
  },
];

const minutesPerModule = 45;

/** The user's progress in figures. */
export interface ProgressSummary {
  readonly completedCount: number;
  /** Completed modules, in whole percent. */
  readonly percent: number;
  readonly minutes: number;
}

/** Sums up the completed modules: 45 minutes each, and their share of the three. */
export function summarizeProgress(completed: ReadonlySet<ModuleId>): ProgressSummary {
  const completedCount = modules.filter(({ id }) => completed.has(id)).length;
  return {
    completedCount,
    percent: Math.round((completedCount / modules.length) * 100),
    minutes: completedCount * minutesPerModule,
  };
}
