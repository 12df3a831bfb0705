import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Portfolio } from '#contract/portfolio.ts';
import { readApiText, sendApi } from '#web/lib/api-client.ts';
import { describeFailure } from '#web/lib/errors.ts';
import { useAttempts } from '#web/lib/form/use-attempt-key.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { portfolioPath, portfoliosKey } from '../queries.ts';

/** Without it Excel doesn't read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

/** After a change: shows a toast and refetches the portfolios. */
function useReportSuccess(description: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: portfoliosKey });
    showToast({ title: 'Success', description });
  };
}

/** Creates a portfolio. */
export const useAddPortfolio = () =>
  useMutation({
    mutationFn: useAttempts((name: string, headers) =>
      sendApi<Portfolio>('POST', '/api/portfolios', { name }, headers),
    ),
    onSuccess: useReportSuccess('Portfolio created'),
  });

/** Renames a portfolio. */
export const useRenamePortfolio = () =>
  useMutation({
    mutationFn: ({ id, name }: Pick<Portfolio, 'id' | 'name'>) =>
      sendApi<Portfolio>('PUT', portfolioPath(id), { name }),
    onSuccess: useReportSuccess('Portfolio renamed'),
  });

/** Deletes a portfolio with everything in it. Refused for the last one. */
export const useRemovePortfolio = () =>
  useGuardedMutation({
    mutationFn: (id: string) => sendApi('DELETE', portfolioPath(id)),
    onSuccess: useReportSuccess('Portfolio deleted'),
  });

/** A portfolio's CSV files: the last segment of their path, and the name to save them under. */
const csvFiles = {
  export: 'altimeter-portfolio.csv',
  transactions: 'altimeter-transactions.csv',
} as const;

/** Saves a portfolio's holdings or transactions as a CSV file. Refused to plans without the feature. */
export const useSaveCsv = (portfolioId: string, part: keyof typeof csvFiles) =>
  useGuardedMutation({
    mutationFn: async () => {
      const csv = byteOrderMark + (await readApiText(`${portfolioPath(portfolioId)}/${part}.csv`));
      saveFile(csvFiles[part], csv, 'text/csv;charset=utf-8');
    },
    onError: (error) => {
      const description = describeFailure(error, 'The export failed') ?? undefined;
      showToast({
        title: 'Nothing was exported',
        variant: 'destructive',
        ...(description && { description }),
      });
    },
  });
