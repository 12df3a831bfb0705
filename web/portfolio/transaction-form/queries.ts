import { queryOptions } from '@tanstack/react-query';
import type { Preview } from '#contract/ledger/figures.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { portfolioPath, portfoliosKey, writeQuery } from '../queries.ts';

const keptMs = 10_000;

/** The effect of an unsaved transaction. `body`: its JSON, with `replaces` if it would replace a stored one. */
export const previewQuery = (portfolioId: string, body: string, currency: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'preview', body, currency],
    queryFn: () =>
      sendApi<Preview>(
        'POST',
        `${portfolioPath(portfolioId)}/preview${writeQuery({ currency })}`,
        JSON.parse(body),
      ),
    gcTime: keptMs,
  });
