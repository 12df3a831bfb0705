import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LedgerSettings, UpdateLedgerSettings } from '#contract/ledger/settings.ts';
import type { Wallet, WalletInput } from '#contract/ledger/wallets.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { useAttempts } from '#web/lib/form/use-attempt-key.ts';
import { portfolioPath, portfoliosKey } from '../queries.ts';
import { settingsQuery } from './queries.ts';

/*
 * Mutations of a portfolio's wallets and settings. Figures depend on both, so each change refetches all portfolio data.
 */

const walletPath = (id: string) => `/api/wallets/${encodeURIComponent(id)}`;

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: portfoliosKey });
}

/** Changes a portfolio's ledger settings. */
export function useUpdateSettings(portfolioId: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (settings: UpdateLedgerSettings) =>
      sendApi<LedgerSettings>('PUT', `${portfolioPath(portfolioId)}/settings`, settings),
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery(portfolioId).queryKey, settings);
      return refresh();
    },
  });
}

/** Adds a wallet. */
export function useAddWallet(portfolioId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: useAttempts((wallet: WalletInput, headers) =>
      sendApi<Wallet>('POST', `${portfolioPath(portfolioId)}/wallets`, wallet, headers),
    ),
    onSuccess: refresh,
  });
}

/** Changes a wallet. */
export function useUpdateWallet() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...wallet }: Wallet) => sendApi<Wallet>('PUT', walletPath(id), wallet),
    onSuccess: refresh,
  });
}

/** Deletes a wallet. Refused while it has transactions. */
export function useRemoveWallet() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => sendApi('DELETE', walletPath(id)),
    onSettled: refresh,
  });
}
