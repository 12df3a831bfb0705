import { useQueryClient } from '@tanstack/react-query';
import type { FileTaxReport } from '#contract/tax/choice.ts';
import type { FiledTaxReport } from '#contract/tax/filed-report.ts';
import { readApiFile, sendApi } from '#web/lib/api-client.ts';
import { explainFailure } from '#web/lib/errors.ts';
import { saveBlob } from '#web/lib/save-file.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { portfolioPath } from '../queries.ts';
import { filedReportPath, filedReportsKey } from './queries.ts';
import type { TaxChoice } from './tax-choice.ts';

function showFailure(title: string, error: Error): void {
  showToast({ title, variant: 'destructive', description: explainFailure(error) });
}

/** Files a report: its current state is kept permanently. */
export function useFileReport(portfolioId: string) {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: ({ country, year, basis, others }: TaxChoice) => {
      const body: Partial<FileTaxReport> = {
        country,
        year,
        with: [...others],
        ...(country === 'US' && { basis }),
      };
      return sendApi<FiledTaxReport>('POST', `${portfolioPath(portfolioId)}/tax-reports`, body);
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: filedReportsKey(portfolioId) });
      showToast({ title: 'Report marked as filed', description: 'Its files are kept as they are now.' });
    },
    onError: (error) => showFailure('Not marked as filed', error),
  });
}

/** Deletes a filed report and its files. */
export function useRemoveReport(portfolioId: string) {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: (id: string) => sendApi('DELETE', filedReportPath(id)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: filedReportsKey(portfolioId) });
      showToast({ title: 'Success', description: 'Filed report deleted' });
    },
    onError: (error) => showFailure('The report was not deleted', error),
  });
}

/** Saves a report's file. */
export const useSaveReport = () =>
  useGuardedMutation({
    mutationFn: async ({ path, name }: { readonly path: string; readonly name: string }) =>
      saveBlob(name, await readApiFile(path)),
    onError: (error) => showFailure('The file was not saved', error),
  });
