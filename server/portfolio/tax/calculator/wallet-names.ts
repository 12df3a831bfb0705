import type { Wallet } from '#contract/ledger/wallets.ts';
import { elsewhere } from '../../ledger/engine/entry.ts';
import { elsewhereWallet, mainWallet } from '../../ledger/wallets/wallet-id.ts';

/** A portfolio's wallets, without `Main` and `Elsewhere`. */
export type ListWallets = (portfolioId: string) => Promise<readonly Pick<Wallet, 'id' | 'name'>[]>;

/** The id that a wallet of another portfolio has in a calculation. `Elsewhere` is shared; `Main` is not. */
export const walletIdIn = (portfolioId: string, wallet: string) =>
  wallet === elsewhere ? wallet : `${portfolioId}:${wallet}`;

/** Names by id. Wallets of every portfolio but the first are prefixed with the portfolio's name. */
export async function readWalletNames(
  portfolios: readonly { readonly id: string; readonly name: string }[],
  listWallets: ListWallets,
): Promise<Map<string, string>> {
  const names = new Map([[elsewhere, elsewhereWallet.name]]);
  for (const [index, portfolio] of portfolios.entries()) {
    for (const { id, name } of [mainWallet, ...(await listWallets(portfolio.id))]) {
      if (index === 0) names.set(id, name);
      else names.set(walletIdIn(portfolio.id, id), `${portfolio.name}: ${name}`);
    }
  }
  return names;
}
