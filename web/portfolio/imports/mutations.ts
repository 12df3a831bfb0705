import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AppliedImport, GenericMapping, Import, ImportFormat } from '#contract/ledger/imports.ts';
import { sendApi, sendForm } from '#web/lib/api-client.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import { portfoliosKey } from '../queries.ts';
import { importPath, importsPath } from './queries.ts';

/** How a file is to be read; what is left out is found by itself. */
export interface ReadingOptions {
  readonly format?: ImportFormat | undefined;
  readonly timeZone?: string | undefined;
  readonly mapping?: GenericMapping | undefined;
}

interface Upload {
  readonly file: File;
  readonly options: ReadingOptions;
  /** An import of the same file that was not applied: it makes room for this one. */
  readonly replaces?: string | undefined;
}

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: portfoliosKey });

/** Sends a file to be read. Nothing is added to the ledger yet. */
export function useAddImport(portfolioId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, options, replaces }: Upload) => {
      const form = new FormData();
      const { format, timeZone, mapping } = options;
      if (format !== undefined) form.set('format', format);
      if (timeZone !== undefined) form.set('timeZone', timeZone);
      if (mapping !== undefined) form.set('mapping', JSON.stringify(mapping));
      form.set('file', file, file.name);
      const added = await sendForm<Import>(importsPath(portfolioId), form);
      if (replaces !== undefined) await sendApi('DELETE', importPath(replaces)).catch(() => undefined);
      return added;
    },
    onSuccess: () => refresh(client),
  });
}

/** Answers questions of an import. */
export function useAnswer(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answers: Readonly<Record<string, string>>) =>
      sendApi<Import>('POST', `${importPath(id)}/answers`, { answers }),
    onSettled: () => refresh(client),
  });
}

/** Adds what was read to the ledger. */
export function useApplyImport(id: string) {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: () => sendApi<AppliedImport>('POST', `${importPath(id)}/apply`),
    onSettled: () => refresh(client),
  });
}

/** Takes an import out again: exactly what it added goes. `onRemoved` comes before the data is refreshed. */
export function useRemoveImport(onRemoved: () => void) {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: (id: string) => sendApi('DELETE', importPath(id)),
    onSuccess: onRemoved,
    onSettled: () => refresh(client),
  });
}
