import type { Lesson } from '../lesson.ts';
import { lessons as measuring } from './measuring-charts.ts';
import { lessons as readingCharts } from './reading-charts.ts';

/** The lessons of "Technical Analysis". */
export const lessons: readonly Lesson[] = [...readingCharts, ...measuring];
