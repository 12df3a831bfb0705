import { useQueryClient } from '@tanstack/react-query';
import type { ValuedHolding } from '#contract/portfolio.ts';
import { ApiError } from '#web/lib/api-client.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { addHolding, portfoliosKey, removeHolding, updateHolding } from '../queries.ts';
import type { TypedHolding } from './holding-form.tsx';

export interface HoldingChanges {
  /** Throws where the server refuses, after saying so. */
  add(holding: TypedHolding): Promise<void>;
  update(id: string, holding: TypedHolding): Promise<void>;
  /** Removes it and offers to put it back. */
  remove(holding: ValuedHolding): Promise<void>;
}

/** Holdings on their way out: a second press while the first is under way does nothing. */
const removing = new Set<string>();

const succeed = (description: string) => showToast({ title: 'Success', description });
const fail = (description: string) => showToast({ title: 'Error', description, variant: 'destructive' });

/** Not there: another tab or device has deleted it meanwhile. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** What can be done with the holdings of a portfolio. Figures are the server's: they are asked for anew after each change. */
export function useHoldingChanges(portfolioId: string): HoldingChanges {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: portfoliosKey });

  async function restore({ coinId, symbol, name, amount, purchasePrice, portfolioId: home }: ValuedHolding) {
    try {
      await addHolding({ coinId, symbol, name, amount, purchasePrice, portfolioId: home });
      succeed('Portfolio item restored');
    } catch {
      fail('Failed to restore portfolio item');
    }
    await refresh();
  }

  return {
    async add({ coin, amount, purchasePrice }) {
      const { id: coinId, symbol, name } = coin;
      try {
        await addHolding({ coinId, symbol, name, amount, purchasePrice, portfolioId });
      } catch (error) {
        fail('Failed to add portfolio item');
        throw error;
      }
      succeed('Portfolio item added successfully');
      void refresh();
    },

    async update(id, { amount, purchasePrice }) {
      try {
        await updateHolding(id, { amount, purchasePrice });
      } catch (error) {
        fail('Failed to update portfolio item');
        if (isGone(error)) void refresh();
        throw error;
      }
      succeed('Portfolio item updated successfully');
      void refresh();
    },

    async remove(holding) {
      if (removing.has(holding.id)) return;
      removing.add(holding.id);
      try {
        await removeHolding(holding.id);
        await refresh();
        showToast({
          title: 'Success',
          description: 'Portfolio item deleted successfully',
          action: { label: 'Undo', onPress: () => void restore(holding) },
        });
      } catch (error) {
        if (isGone(error)) succeed('Portfolio item deleted successfully');
        else fail('Failed to delete portfolio item');
        await refresh();
      } finally {
        removing.delete(holding.id);
      }
    },
  };
}
