import type { EditedTransaction, ImportPage } from '#contract/ledger/imports.ts';
import { describeFailure } from '#web/lib/errors.ts';
import { countOf } from '#web/lib/formats.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { closeOverlay, openOverlay, useOverlay } from '#web/ui/overlay/overlays.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import button from '#web/ui/styles/button.module.css';
import { type OwnFigures, useOwnFigures } from '../own-figures.ts';
import { nameTransaction } from '../transactions/transaction-words.ts';
import { describeRemovalFailure } from './import-words.ts';
import styles from './imports.module.css';
import { useApplyImport, useRemoveImport } from './mutations.ts';

const undoOverlay = 'import-undo';

interface ImportActionsProps {
  page: ImportPage;
  onRemoved: () => void;
}

/** Buttons that apply an import to the ledger, discard it or undo it. */
export function ImportActions({ page, onRemoved }: ImportActionsProps) {
  const { id, fileName, state, transactions, questions } = page;
  const apply = useApplyImport(id);
  const remove = useRemoveImport(() => {
    showToast({ title: state === 'applied' ? `Import of ${fileName} undone` : `${fileName} discarded` });
    onRemoved();
  });
  const isAsking = useOverlay()?.name === undoOverlay;
  const open = questions.filter(({ answer }) => answer === null).length;
  const isOpen = state === 'ready' || state === 'questions';
  const hasNothing = state === 'ready' && transactions.new === 0;
  const close = () => closeOverlay(undoOverlay);
  const undo = () => {
    remove.mutate(id);
    close();
  };
  return (
    <>
      <FormError message={describeFailure(apply.error, 'Nothing was added')} />
      <FormError message={describeRemovalFailure(remove.error, state)} />
      <div className={styles.actions}>
        {isOpen && !hasNothing && (
          <button
            type="button"
            className={button.primary}
            aria-disabled={open > 0 || apply.isPending || transactions.new === 0 || undefined}
            onClick={() => open === 0 && transactions.new > 0 && apply.mutate()}
          >
            {apply.isPending ? 'Adding…' : `Add ${countOf(transactions.new, 'transaction')}`}
          </button>
        )}
        {state !== 'reading' && (
          <button
            type="button"
            className={button.secondary}
            aria-haspopup={state === 'applied' ? 'dialog' : undefined}
            aria-disabled={remove.isPending || undefined}
            onClick={() => (state === 'applied' ? openOverlay(undoOverlay) : undo())}
          >
            {state === 'applied' ? 'Undo this import' : 'Discard'}
          </button>
        )}
        {hasNothing && (
          <span className="meta">
            {transactions.known > 0
              ? 'Nothing new: all its transactions are already known.'
              : 'There is nothing to add: every row was left out.'}
          </span>
        )}
        {open > 0 && <span className="meta">Answer the questions below first.</span>}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Undo the import of ${fileName}?`}
          action="Undo"
          isBusy={remove.isPending}
          isDestructive
          onConfirm={undo}
          onClose={close}
        >
          <p className="muted">
            This removes exactly what the import added. Transactions that are also in another import are kept.
          </p>
          <Edited edited={page.edited} />
        </ConfirmDialog>
      )}
    </>
  );
}

/** The import's transactions that were edited by hand, which undoing it removes too. */
function Edited({ edited: { count, transactions } }: Pick<ImportPage, 'edited'>) {
  const own = useOwnFigures();
  if (count === 0) return null;
  const more = count - transactions.length;
  return (
    <div className={styles.edited}>
      <p>
        {count === 1
          ? 'You have edited one of its transactions by hand. It will be removed too:'
          : `You have edited ${count.toLocaleString('en-US')} of its transactions by hand. They will be removed too:`}
      </p>
      <ul>
        {transactions.map((each) => (
          <li key={each.transactionId}>
            {nameTransaction(each)}
            {describeLegs(each, own) && `: ${describeLegs(each, own)}`}
          </li>
        ))}
        {more > 0 && <li>and {countOf(more, 'other')}</li>}
      </ul>
    </div>
  );
}

const describeLegs = ({ in: into, out }: EditedTransaction, own: OwnFigures) =>
  [out, into]
    .flatMap((leg) => (leg === null ? [] : [leg]))
    .map((leg) => `${own.amount(leg.amount)} ${'coinId' in leg ? leg.symbol.toUpperCase() : leg.currency}`)
    .join(' for ');
