import { useQueryClient } from '@tanstack/react-query';
import type { Portfolio } from '#contract/portfolio.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { ApiError } from '../lib/api-client.ts';
import { addPortfolio, portfoliosKey, removePortfolio, renamePortfolio } from './queries.ts';

export interface PortfolioChanges {
  add(name: string): Promise<Portfolio>;
  rename(id: string, name: string): Promise<void>;
  remove(portfolio: Portfolio): Promise<void>;
}

/** Whether the plan allows no more portfolios. */
export function isPortfolioLimit(error: unknown): boolean {
  return error instanceof ApiError && error.answer.code === 'limit_reached';
}

const succeed = (description: string) => showToast({ title: 'Success', description });

/** What can be done with portfolios. Each throws where the server refuses. */
export function usePortfolioChanges(): PortfolioChanges {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: portfoliosKey });
  return {
    async add(name) {
      const made = await addPortfolio(name);
      await refresh();
      succeed('Portfolio created');
      return made;
    },
    async rename(id, name) {
      await renamePortfolio(id, name);
      await refresh();
      succeed('Portfolio renamed');
    },
    async remove({ id }) {
      await removePortfolio(id);
      await refresh();
      succeed('Portfolio deleted');
    },
  };
}
