import Receipt from 'lucide-react/icons/receipt';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import button from '#web/ui/styles/button.module.css';
import pageState from '#web/ui/styles/page-state.module.css';

interface NoTransactionsProps {
  isFiltered: boolean;
  onAdd: () => void;
  onClear: () => void;
}

/** Shown instead of an empty list. */
export function NoTransactions({ isFiltered, onAdd, onClear }: NoTransactionsProps) {
  return (
    <div className={pageState.state}>
      <Receipt className="icon iconLarge" aria-hidden="true" />
      <h3 className="heading3">{isFiltered ? 'No transactions match' : 'No transactions yet'}</h3>
      <p>
        {isFiltered
          ? 'None of this portfolio’s transactions match these filters.'
          : 'Enter what you bought, sold, swapped or received. Cost, gains and holdings follow from it.'}
      </p>
      {isFiltered ? (
        <button type="button" className={button.secondary} onClick={onClear}>
          Clear the filters
        </button>
      ) : (
        <button type="button" className={button.primary} onClick={onAdd}>
          Add transaction
        </button>
      )}
    </div>
  );
}

/** Shown instead of a list that could not be loaded. */
export function TransactionsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={pageState.state} role="alert">
      <TriangleAlert className="icon iconLarge" aria-hidden="true" />
      <h3 className="heading3">These transactions could not be loaded</h3>
      <p>Nothing is lost. What you type in the form stays where it is.</p>
      <button type="button" className={button.secondary} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
