import { useQueryClient } from '@tanstack/react-query';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { forgetDraft } from './alert-draft.ts';
import type { AlertSubject } from './alert-fields.ts';
import { AlertForm } from './alert-form.tsx';
import './alert-dialog.css';

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
