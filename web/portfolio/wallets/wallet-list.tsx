import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import type { Wallet } from '#contract/ledger/wallets.ts';
import { hasCode } from '#web/lib/errors.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import { NameForm } from '../portfolios/name-form.tsx';
import { useAddWallet, useRemoveWallet, useUpdateWallet } from './mutations.ts';
import { walletsQuery } from './queries.ts';
import styles from './wallets.module.css';

/** These two always exist and can't be renamed or deleted. */
const fixedNames = new Set(['Main', 'Elsewhere']);

/** A portfolio's wallets, with forms to add, rename and delete them. */
export function WalletList({ portfolioId }: { portfolioId: string }) {
  const { data: wallets, isError, refetch } = useQuery(walletsQuery(portfolioId));
  const add = useAddWallet(portfolioId);
  return (
    <section className={styles.wallets} aria-labelledby="wallets-title">
      <h3 className="heading4" id="wallets-title">
        Wallets
      </h3>
      {!wallets && !isError && <Skeleton height={72} />}
      {isError && !wallets && (
        <div className="row" role="alert">
          <p className="muted">The wallets could not be loaded.</p>
          <button
            type="button"
            className={`${button.secondary} ${button.small}`}
            onClick={() => void refetch()}
          >
            Retry
          </button>
        </div>
      )}
      <ul className={styles.list}>
        {wallets?.map((wallet, index) => (
          // The first is always Main and the last Elsewhere; other wallets may have the same names.
          <WalletEntry
            key={wallet.id}
            wallet={wallet}
            isFixed={fixedNames.has(wallet.name) && (index === 0 || index === wallets.length - 1)}
          />
        ))}
      </ul>
      <NameForm
        label="New wallet"
        button="Add"
        busyLabel="Adding…"
        onName={async (name) => {
          await add.mutateAsync({ name, kind: 'wallet' });
        }}
      />
    </section>
  );
}

function WalletEntry({ wallet, isFixed }: { wallet: Wallet; isFixed: boolean }) {
  const [isRenaming, setRenaming] = useState(false);
  const update = useUpdateWallet();
  const remove = useRemoveWallet();
  if (isRenaming) {
    return (
      <li>
        <NameForm
          label={`New name for ${wallet.name}`}
          button="Rename"
          busyLabel="Renaming…"
          name={wallet.name}
          onName={async (name) => {
            await update.mutateAsync({ ...wallet, name });
            setRenaming(false);
          }}
          onCancel={() => setRenaming(false)}
        />
      </li>
    );
  }
  return (
    <li>
      <div className="row between">
        <span className={styles.name}>{wallet.name}</span>
        {isFixed ? (
          <span className="meta">
            {wallet.name === 'Main' ? 'the default wallet' : 'any place not listed here'}
          </span>
        ) : (
          <span>
            <button
              type="button"
              className={`${button.ghost} ${button.iconOnly} ${button.small}`}
              aria-label={`Rename ${wallet.name}`}
              onClick={() => setRenaming(true)}
            >
              <Pencil className="icon" aria-hidden="true" />
            </button>
            <button
              type="button"
              className={`${button.ghost} ${button.iconOnly} ${button.small}`}
              aria-label={`Delete ${wallet.name}`}
              aria-disabled={remove.isPending}
              onClick={() => !remove.isPending && remove.mutate(wallet.id)}
            >
              <Trash2 className="icon" aria-hidden="true" />
            </button>
          </span>
        )}
      </div>
      <FormError message={describeRemoval(remove.error, wallet.name)} />
    </li>
  );
}

function describeRemoval(error: unknown, name: string): string | null {
  if (error === null) return null;
  if (hasCode(error, 'conflict'))
    return `${name} has transactions. Move them to another wallet, then delete it.`;
  return `${name} was not deleted. Please try again.`;
}
