import { useState } from 'react';
import type { Alert, WhenTrue } from '#contract/alerts.ts';
import { useAction } from '../lib/use-action.ts';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { describeCondition } from './alert-words.ts';
import type { AlertChanges } from './use-alert-changes.ts';
import { WhenTrueQuestion } from './when-true-question.tsx';
import './alert-dialog.css';

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
