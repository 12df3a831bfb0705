import { z } from 'zod';

/** The modules of the learning area, in order. */
export const moduleIds = ['basics', 'portfolio-management', 'technical-analysis'] as const;
export const moduleIdSchema = z.enum(moduleIds);
export type ModuleId = z.infer<typeof moduleIdSchema>;

/** The modules a user has completed, in the order of the modules. */
export const learningProgressSchema = z.object({ completed: z.array(moduleIdSchema) });
export type LearningProgress = z.infer<typeof learningProgressSchema>;
