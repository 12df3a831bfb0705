import { hashKey, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AppliedImport, GenericMapping, Import, ImportFormat } from '#contract/ledger/imports.ts';
import { sendApi, sendForm } from '#web/lib/api-client.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import { portfoliosKey } from '../queries.ts';
import { keepImport } from './chosen-file.ts';
import { importPath, importQuery, importsPath } from './queries.ts';

/** How to read a file. The server detects whatever is left out. */
export interface ReadingOptions {
  readonly format?: ImportFormat | undefined;
  readonly timeZone?: string | undefined;
  readonly mapping?: GenericMapping | undefined;
}

interface Upload {
  readonly file: File;
  readonly options: ReadingOptions;
  /** An unapplied import of the same file, which is deleted once this one is uploaded. */
  readonly replaces?: string | undefined;
}

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: portfoliosKey });

/** Uploads a file to be read. Adds nothing to the ledger yet. */
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
      keepImport(file, added.id);
      if (replaces !== undefined) await sendApi('DELETE', importPath(replaces)).catch(() => undefined);
      return added;
    },
    onSuccess: () => refresh(client),
  });
}

/** Answers an import's questions. */
export function useAnswer(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answers: Readonly<Record<string, string>>) =>
      sendApi<Import>('POST', `${importPath(id)}/answers`, { answers }),
    onSettled: () => refresh(client),
  });
}

/** Adds the import's transactions to the ledger. */
export function useApplyImport(id: string) {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: () => sendApi<AppliedImport>('POST', `${importPath(id)}/apply`),
    onSettled: () => refresh(client),
  });
}

/** Deletes an import and exactly what it added. Calls `onRemoved` before the data is refetched. */
export function useRemoveImport(onRemoved: () => void) {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: (id: string) => sendApi('DELETE', importPath(id)),
    onSuccess: onRemoved,
    onSettled: (_answer, error, id) => {
      if (error) return refresh(client);
      // Its page may still be open for a moment, and must not ask for it again.
      const { queryKey } = importQuery(id);
      void client.invalidateQueries({ queryKey, refetchType: 'none' });
      return client.invalidateQueries({
        queryKey: portfoliosKey,
        predicate: (query) => query.queryHash !== hashKey(queryKey),
      });
    },
  });
}
