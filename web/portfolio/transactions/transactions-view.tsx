import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { countOf } from '#web/lib/formats.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { SaveLedgerButton } from '../portfolios/save-ledger-button.tsx';
import { fieldsOf } from '../transaction-form/transaction-fields.ts';
import { useRemoveTransactions } from './mutations.ts';
import { FormPlace } from './place/form-place.tsx';
import { useFormTarget } from './place/use-form-target.ts';
import {
  isFiltered,
  readFilter,
  type TransactionFilter,
  withFilter,
  writeFilter,
} from './transaction-filter.ts';
import { TransactionList } from './transaction-list.tsx';
import { NoTransactions, TransactionsFailed } from './transaction-states.tsx';
import { TransactionTools } from './transaction-tools.tsx';
import styles from './transactions.module.css';
import { useNewTransactionKey } from './use-new-transaction-key.ts';

/** Maximum transactions deleted per request. */
const maxRemoved = 1_000;

/** A portfolio's transactions, with the form to add or edit one. */
export function TransactionsView({ portfolioId }: { portfolioId: string }) {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const setFilter = (next: TransactionFilter) => setSearch(withFilter(search, next), { replace: true });
  const { target, toggleCount, isLoading, hasFailed, show } = useFormTarget(portfolioId);
  const selection = useSelection();
  const removal = useRemoveTransactions(portfolioId);
  const remove = (ids: readonly string[]) => {
    if (removal.isPending || ids.length === 0) return;
    if (target?.stored && ids.includes(target.stored.id)) show(null);
    removal.mutate(ids, { onSuccess: selection.stop });
  };
  const add = () => show({});
  const open = (stored: Transaction) => show({ stored });
  const duplicate = (stored: Transaction) => show({ draft: { ...fieldsOf(stored, 'USD'), lots: {} } });
  useNewTransactionKey(add);
  const filterKey = String(writeFilter(filter));
  return (
    <div className={styles.columns}>
      <section className={`${card.card} ${styles.card}`} aria-labelledby="transactions-title">
        <h2 className="visuallyHidden" id="transactions-title">
          Transactions
        </h2>
        <TransactionTools portfolioId={portfolioId} filter={filter} onFilter={setFilter}>
          <SaveLedgerButton portfolioId={portfolioId} />
          <SelectionTools selection={selection} isBusy={removal.isPending} onRemove={remove} />
          <button
            type="button"
            className={`${button.secondary} ${button.small}`}
            title="New transaction (N)"
            onClick={add}
          >
            <Plus className="icon" aria-hidden="true" />
            Add
          </button>
        </TransactionTools>
        {isLoading && (
          <p className={styles.note} role="status">
            Opening the transaction…
          </p>
        )}
        {hasFailed && (
          <p className={styles.note} role="alert">
            This transaction could not be opened: it may have been deleted.
          </p>
        )}
        <TransactionList
          key={filterKey}
          portfolioId={portfolioId}
          filter={filter}
          openId={target?.stored?.id}
          selected={selection.ids}
          onOpen={open}
          onSelect={selection.toggle}
          onRemove={({ id }) => remove([id])}
          empty={<NoTransactions isFiltered={isFiltered(filter)} onAdd={add} onClear={() => setFilter({})} />}
          failed={(retry) => <TransactionsFailed onRetry={retry} />}
        />
      </section>
      <FormPlace
        target={target}
        toggleCount={toggleCount}
        portfolioId={portfolioId}
        onSaved={() => show(null)}
        onClose={() => show(null)}
        onDuplicate={duplicate}
        onRemove={({ id }) => remove([id])}
      />
    </div>
  );
}

interface Selection {
  /** Undefined unless the user is selecting rows. */
  readonly ids: ReadonlySet<string> | undefined;
  toggle(id: string): void;
  start(): void;
  stop(): void;
}

function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  return {
    ids,
    toggle: (id) =>
      setIds((before = new Set()) => {
        const next = new Set(before);
        if (!next.delete(id) && next.size < maxRemoved) next.add(id);
        return next;
      }),
    start: () => setIds(new Set()),
    stop: () => setIds(undefined),
  };
}

interface SelectionToolsProps {
  selection: Selection;
  isBusy: boolean;
  onRemove: (ids: readonly string[]) => void;
}

function SelectionTools({ selection: { ids, start, stop }, isBusy, onRemove }: SelectionToolsProps) {
  if (!ids) {
    return (
      <button type="button" className={`${button.ghost} ${button.small}`} onClick={start}>
        Select
      </button>
    );
  }
  return (
    <>
      <span className="small muted" role="status">
        {countOf(ids.size, 'transaction')} selected
      </span>
      <button
        type="button"
        className={`${button.ink} ${button.small}`}
        aria-disabled={isBusy || ids.size === 0}
        onClick={() => onRemove([...ids])}
      >
        Delete
      </button>
      <button type="button" className={`${button.ghost} ${button.small}`} onClick={stop}>
        Cancel
      </button>
    </>
  );
}
