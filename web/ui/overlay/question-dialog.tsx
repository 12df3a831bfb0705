import type { ReactNode } from 'react';
import button from '../styles/button.module.css';
import dialog from './dialog.module.css';
import { Dialog, DialogClose } from './dialog.tsx';

interface QuestionDialogProps {
  title: string;
  /** Names the act, on the button that does it. */
  action: string;
  /** What the button says while it is being done. */
  busyAction?: string;
  isBusy: boolean;
  /** Something else comes first. */
  isHeldBack?: boolean;
  /** Something is gone afterwards. */
  isDestructive?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is done: what it means, and a button for either answer. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { title, action, busyAction = action, isBusy, isHeldBack = false, isDestructive = false } = props;
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
          aria-disabled={isBusy || isHeldBack || undefined}
          onClick={() => !isHeldBack && onConfirm()}
        >
          {isBusy ? busyAction : action}
        </button>
      </div>
    </Dialog>
  );
}
