import { queryOptions } from '@tanstack/react-query';
import type { Plan } from '#contract/plans.ts';
import { type ApiReader, readApi } from '#web/lib/api-client.ts';

/** The plans, cheapest first, and what visitors without an account may see. */
export interface PlanTable {
  readonly currency: string;
  readonly guest: { readonly historyDays: number };
  readonly plans: readonly Plan[];
}

/** The source of all prices and limits shown on pages. */
export const plansQuery = (read: ApiReader = readApi) =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => read<PlanTable>('/api/plans', signal),
  });
