import type { ValuedHolding } from '#contract/portfolio.ts';
import { formatAmount } from '#web/lib/decimal-formats.ts';
import { useAction } from '#web/lib/form/use-action.ts';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import { QuestionDialog } from '#web/ui/overlay/question-dialog.tsx';
import { HoldingForm } from './holding-form.tsx';
import type { HoldingChanges } from './use-holding-changes.ts';

interface AddHoldingDialogProps {
  changes: HoldingChanges;
  onClose: () => void;
}

/** Adds a holding. It closes where that succeeds, and keeps what was typed where it does not. */
export function AddHoldingDialog({ changes, onClose }: AddHoldingDialogProps) {
  return (
    <Dialog title="Add Position" onClose={onClose}>
      <HoldingForm
        coin={null}
        label="Add Position"
        busyLabel="Adding..."
        failure="The position was not added."
        onSubmit={async (holding) => {
          await changes.add(holding);
          onClose();
        }}
        onCancel={onClose}
      />
      {/* Last, so that the first field has the focus. */}
      <DialogClose label="Close" />
    </Dialog>
  );
}

interface HoldingDialogProps extends AddHoldingDialogProps {
  holding: ValuedHolding;
}

/** Changes how much is held and what was paid. */
export function EditHoldingDialog({ holding, changes, onClose }: HoldingDialogProps) {
  const { id, coinId, symbol, name, amount, purchasePrice } = holding;
  return (
    <Dialog title={`Edit ${name}`} onClose={onClose}>
      <HoldingForm
        coin={{ id: coinId, symbol, name, market_cap_rank: null }}
        amount={amount}
        purchasePrice={purchasePrice ?? ''}
        label="Save"
        busyLabel="Saving..."
        failure="The change was not saved."
        onSubmit={async (changed) => {
          await changes.update(id, changed);
          onClose();
        }}
        onCancel={onClose}
      />
      {/* Last, so that the first field has the focus. */}
      <DialogClose label="Close" />
    </Dialog>
  );
}

/** Asks before a holding is deleted that could not be put back: the market no longer knows its coin. */
export function DeleteHoldingDialog({ holding, changes, onClose }: HoldingDialogProps) {
  const { run, isBusy } = useAction(async () => {
    await changes.remove(holding);
    onClose();
  });
  return (
    <QuestionDialog
      title={`Delete ${holding.name}?`}
      action="Delete"
      isBusy={isBusy}
      isDestructive
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p className="muted">
        {formatAmount(holding.amount)} {holding.symbol.toUpperCase()} leaves your portfolio. The market no
        longer has this coin, so it can't be added again.
      </p>
    </QuestionDialog>
  );
}
