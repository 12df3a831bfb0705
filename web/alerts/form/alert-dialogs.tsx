import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Alert, WhenTrue } from '#contract/alerts.ts';
import { useAction } from '#web/lib/form/use-action.ts';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import { QuestionDialog } from '#web/ui/overlay/question-dialog.tsx';
import type { AlertChanges } from '../alert-changes.ts';
import { describeCondition } from '../alert-words.ts';
import { forgetDraft } from './alert-draft.ts';
import type { AlertSubject } from './alert-fields.ts';
import { AlertForm } from './alert-form.tsx';
import { WhenTrueQuestion } from './when-true-question.tsx';

interface AlertDialogProps {
  subject: AlertSubject;
  /** Another dialog is about to take its place. */
  onLeave: () => void;
  onClose: () => void;
}

/** Makes an alert, or changes one. What was typed stays while a question about the plan stands in its place. */
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

/** Asks, before an alert becomes active, what is to happen where its condition holds already. */
export function ArmDialog({ alert, changes, onClose }: QuestionProps) {
  const [whenTrue, setWhenTrue] = useState<WhenTrue>('wait');
  const { run, isBusy } = useAction(async () => {
    onClose();
    await changes.activate(alert, whenTrue);
  });
  return (
    <QuestionDialog
      title={`Arm the ${alert.name} alert?`}
      action="Arm"
      isBusy={isBusy}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <WhenTrueQuestion
        sentence={`${describeCondition(alert)}: this holds already.`}
        value={whenTrue}
        onChange={setWhenTrue}
      />
    </QuestionDialog>
  );
}

/** Asks before an alert is deleted that could not be put back as it was: it has fired. */
export function DeleteAlertDialog({ alert, changes, onClose }: QuestionProps) {
  const { run, isBusy } = useAction(async () => {
    onClose();
    await changes.remove(alert);
  });
  return (
    <QuestionDialog
      title={`Delete the ${alert.name} alert?`}
      action="Delete"
      isBusy={isBusy}
      isDestructive
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p className="muted">
        {describeCondition(alert)}. It has fired and is done; what it did stays in the history.
      </p>
    </QuestionDialog>
  );
}
