import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Alert, WhenTrue } from '#contract/alerts/alerts.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import { describeCondition } from '../alert-words.ts';
import type { AlertChanges } from '../mutations.ts';
import { forgetDraft } from './alert-draft.ts';
import type { AlertSubject } from './alert-fields.ts';
import { AlertForm } from './alert-form.tsx';
import { WhenTrueQuestion } from './when-true-question.tsx';

interface AlertDialogProps {
  subject: AlertSubject;
  /** Called before another dialog replaces it. */
  onLeave: () => void;
  onClose: () => void;
}

/** Creates or edits an alert. Keeps the input while a plan dialog replaces it. */
export function AlertDialog({ subject, onLeave, onClose }: AlertDialogProps) {
  const client = useQueryClient();
  const close = () => {
    forgetDraft(client);
    onClose();
  };
  return (
    <Dialog title={'alert' in subject ? 'Edit alert' : 'Create alert'} onClose={close}>
      <AlertForm subject={subject} onLeave={onLeave} onClose={close} />
      {/* Last, so that the first field has the focus. */}
      <DialogClose label="Close" />
    </Dialog>
  );
}

interface QuestionProps {
  alert: Alert;
  changes: AlertChanges;
  onClose: () => void;
}

/** Asks what to do on arming an alert whose condition already holds. */
export function ArmDialog({ alert, changes, onClose }: QuestionProps) {
  const [whenTrue, setWhenTrue] = useState<WhenTrue>('wait');
  const arm = () => {
    onClose();
    changes.activate(alert, whenTrue);
  };
  return (
    <ConfirmDialog
      title={`Arm the ${alert.name} alert?`}
      action="Arm"
      isBusy={false}
      onConfirm={arm}
      onClose={onClose}
    >
      <WhenTrueQuestion
        sentence={`${describeCondition(alert)}: this condition is already met.`}
        value={whenTrue}
        onChange={setWhenTrue}
      />
    </ConfirmDialog>
  );
}

/** Asks before a triggered alert is deleted, because it can't be restored. */
export function DeleteAlertDialog({ alert, changes, onClose }: QuestionProps) {
  const remove = () => {
    onClose();
    changes.remove(alert);
  };
  return (
    <ConfirmDialog
      title={`Delete the ${alert.name} alert?`}
      action="Delete"
      isBusy={false}
      isDestructive
      onConfirm={remove}
      onClose={onClose}
    >
      <p className="muted">
        {describeCondition(alert)}. It has already fired; its firings stay in the history.
      </p>
    </ConfirmDialog>
  );
}
