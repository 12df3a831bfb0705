import { useQueries, useQuery } from '@tanstack/react-query';
import { portfoliosQuery } from '../queries.ts';
import { walletsQuery } from '../wallets/queries.ts';
import type { ProofLeaf } from './proof-document.ts';
import type { StepContext } from './step-context.ts';

/**
 * The parts of a wallet's id in a calculation over several portfolios. Wallets of the page's own portfolio have no
 * prefix.
 */
function splitId(walletId: string): { portfolioId: string | null; wallet: string } {
  const colon = walletId.indexOf(':');
  if (colon < 0) return { portfolioId: null, wallet: walletId };
  return { portfolioId: walletId.slice(0, colon), wallet: walletId.slice(colon + 1) };
}

/** The names of a proof's wallets, and of the other portfolios they belong to. */
export function useWalletNames(
  portfolioId: string,
  leaves: readonly ProofLeaf[],
): Pick<StepContext, 'walletOf' | 'portfolioOf'> {
  const wallets = leaves.flatMap((leaf) => (leaf.kind === 'transaction' ? [leaf.wallet] : []));
  const others = [...new Set(wallets.flatMap((id) => splitId(id).portfolioId ?? []))];
  const { data: portfolios } = useQuery({ ...portfoliosQuery(), enabled: others.length > 0 });
  const ids = [portfolioId, ...others];
  const lists = useQueries({ queries: ids.map((id) => walletsQuery(id)) });
  const portfolioOf = (walletId: string) => {
    const { portfolioId: other } = splitId(walletId);
    return other && (portfolios?.find(({ id }) => id === other)?.name ?? 'another portfolio');
  };
  const walletOf = (walletId: string) => {
    const { portfolioId: other, wallet } = splitId(walletId);
    const list = lists[ids.indexOf(other ?? portfolioId)]?.data;
    const name = list?.find(({ id }) => id === wallet)?.name ?? wallet;
    return other ? `${portfolioOf(walletId)}: ${name}` : name;
  };
  return { walletOf, portfolioOf };
}
