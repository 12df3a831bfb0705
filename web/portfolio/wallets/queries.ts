import { queryOptions } from '@tanstack/react-query';
import type { LedgerSettings } from '#contract/ledger/settings.ts';
import type { Wallet } from '#contract/ledger/wallets.ts';
import { readApi } from '#web/lib/api-client.ts';
import { portfolioPath, portfoliosKey } from '../queries.ts';

const freshMs = 30_000;

/** A portfolio's ledger settings: how its figures are computed. */
export const settingsQuery = (portfolioId: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'settings'],
    queryFn: ({ signal }) => readApi<LedgerSettings>(`${portfolioPath(portfolioId)}/settings`, signal),
    staleTime: freshMs,
  });

/** A portfolio's wallets. */
export const walletsQuery = (portfolioId: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'wallets'],
    queryFn: ({ signal }) => readApi<Wallet[]>(`${portfolioPath(portfolioId)}/wallets`, signal),
    staleTime: freshMs,
  });
