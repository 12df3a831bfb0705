import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Alert, WhenTrue } from '#contract/alerts.ts';
import { useAction } from '../lib/use-action.ts';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import type { AlertChanges } from './alert-changes.ts';
import { forgetDraft } from './alert-draft.ts';
import type { AlertSubject } from './alert-fields.ts';
import { AlertForm } from './alert-form.tsx';
import { describeCondition } from './alert-words.ts';
import { WhenTrueQuestion } from './when-true-question.tsx';
import './alert-dialogs.css';

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
      <DialogClose label="Close" />
      <AlertForm subject={subject} onLeave={onLeave} onClose={close} />
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
    <Dialog title={`Arm the ${alert.name} alert?`} onClose={onClose}>
      <DialogClose label="Close" />
      <div className="dialog-b">
        <WhenTrueQuestion
          sentence={`${describeCondition(alert)}: this holds already.`}
          value={whenTrue}
          onChange={setWhenTrue}
        />
      </div>
      <div className="dialog-f">
        <button type="button" className="btn btn-secondary" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="btn btn-primary" aria-disabled={isBusy} onClick={() => void run()}>
          Arm
        </button>
      </div>
    </Dialog>
  );
}

/** Asks before an alert is deleted that could not be put back as it was: it has fired. */
export function DeleteAlertDialog({ alert, changes, onClose }: QuestionProps) {
  const { run, isBusy } = useAction(async () => {
    onClose();
    await changes.remove(alert);
  });
  return (
    <Dialog title={`Delete the ${alert.name} alert?`} onClose={onClose}>
      <DialogClose label="Close" />
      <div className="dialog-b">
        <p className="muted">
          {describeCondition(alert)}. It has fired and is done; what it did stays in the history.
        </p>
      </div>
      <div className="dialog-f">
        <button type="button" className="btn btn-secondary" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="btn btn-ink" aria-disabled={isBusy} onClick={() => void run()}>
          Delete
        </button>
      </div>
    </Dialog>
  );
}
