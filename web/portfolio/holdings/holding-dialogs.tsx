import type { ValuedHolding } from '#contract/portfolio.ts';
import { useAttemptKey } from '#web/lib/form/use-attempt-key.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import { useOwnFigures } from '../own-figures.ts';
import { tabSearch } from '../portfolio-tabs.ts';
import { draftPurchase, type HoldingFields, listHoldingChanges } from './holding-fields.ts';
import { HoldingForm } from './holding-form.tsx';
import { type RemoveHolding, useAddHolding, useUpdateHolding } from './mutations.ts';

interface AddHoldingDialogProps {
  portfolioId: string;
  onClose: () => void;
}

/** Adds a holding. Closes on success; keeps the input on failure. */
export function AddHoldingDialog({ portfolioId, onClose }: AddHoldingDialogProps) {
  const addHolding = useAddHolding();
  const keyOf = useAttemptKey();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const proceed = (typed: HoldingFields) => {
    onClose();
    navigate(tabSearch(search, 'transactions'), { state: { draft: draftPurchase(typed) } });
  };
  return (
    <Dialog title="Add Position" onClose={onClose}>
      <HoldingForm
        coin={null}
        label="Add Position"
        busyLabel="Adding..."
        failure="The position was not added."
        onSubmit={async ({ coin: { id: coinId, symbol, name }, amount, purchasePrice }) => {
          const holding = { coinId, symbol, name, amount, purchasePrice, portfolioId };
          await addHolding.mutateAsync({ holding, key: keyOf(holding) });
          onClose();
        }}
        onCancel={onClose}
        onMore={proceed}
      />
      {/* Last, so that the first field has the focus. */}
      <DialogClose label="Close" />
    </Dialog>
  );
}

interface HoldingDialogProps {
  holding: ValuedHolding;
  onClose: () => void;
}

/** Changes a holding's amount and purchase price. */
export function EditHoldingDialog({ holding, onClose }: HoldingDialogProps) {
  const updateHolding = useUpdateHolding();
  const { isHidden } = useOwnFigures();
  const { id, coinId, symbol, name, amount, purchasePrice } = holding;
  return (
    <Dialog title={`Edit ${name}`} onClose={onClose}>
      <HoldingForm
        coin={{ id: coinId, symbol, name, market_cap_rank: null }}
        amount={amount}
        isAmountHidden={isHidden}
        purchasePrice={purchasePrice ?? ''}
        label="Save"
        busyLabel="Saving…"
        failure="The change was not saved."
        onSubmit={async (typed) => {
          await updateHolding.mutateAsync({ id, change: listHoldingChanges(holding, typed) });
          onClose();
        }}
        onCancel={onClose}
      />
      {/* Last, so that the first field has the focus. */}
      <DialogClose label="Close" />
    </Dialog>
  );
}

interface DeleteHoldingDialogProps extends HoldingDialogProps {
  onRemove: RemoveHolding;
}

/** Asks before deleting a holding that can't be restored because its coin is no longer on the market. */
export function DeleteHoldingDialog({ holding, onRemove, onClose }: DeleteHoldingDialogProps) {
  const own = useOwnFigures();
  const { mutate, isPending } = useGuardedMutation({
    mutationFn: () => onRemove(holding),
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete ${holding.name}?`}
      action="Delete"
      isBusy={isPending}
      isDestructive
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p className="muted">
        {own.amount(holding.amount)} {holding.symbol.toUpperCase()} will be removed from your portfolio. This
        coin is no longer on the market, so you can’t add it again.
      </p>
    </ConfirmDialog>
  );
}
