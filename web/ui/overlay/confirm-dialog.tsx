import type { ReactNode } from 'react';
import button from '../styles/button.module.css';
import dialog from './dialog.module.css';
import { Dialog, DialogClose } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** The label of the confirming button. */
  action: string;
  /** Replaces `action` while busy; defaults to it. */
  busyAction?: string;
  isBusy: boolean;
  /** Disables the button, because something else must be done first. */
  isDisabled?: boolean;
  /** The action deletes something. */
  isDestructive?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for confirmation: explains the action, with buttons to confirm or cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, busyAction = action, isBusy, isDisabled = false, isDestructive = false } = props;
  const { onConfirm, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogClose label="Close" />
      <div className={dialog.body}>{children}</div>
      <div className={dialog.foot}>
        <button type="button" className={button.secondary} onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={isDestructive ? button.ink : button.primary}
          aria-disabled={isBusy || isDisabled || undefined}
          onClick={() => !isDisabled && onConfirm()}
        >
          {isBusy ? busyAction : action}
        </button>
      </div>
    </Dialog>
  );
}
