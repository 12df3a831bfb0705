import X from 'lucide-react/icons/x';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import button from '../styles/button.module.css';
import dialog from './dialog.module.css';

/** The element that had the focus before the dialog, or before the first of several consecutive dialogs. */
let opener: HTMLElement | null = null;

interface DialogProps {
  title: string;
  /** True if the title is only for screen readers, because the dialog is self-explanatory. */
  isTitleHidden?: boolean;
  /** Replaces the default classes of the panel. */
  className?: string | undefined;
  overlayClassName?: string | undefined;
  /** Gets the focus instead of the first focusable element. The caret goes to the end, so that typing continues. */
  initialFocus?: RefObject<HTMLInputElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** A modal panel: traps the focus, closes on Escape or a click outside, and restores the focus. */
export function Dialog(props: DialogProps) {
  const { title, isTitleHidden, className, overlayClassName, initialFocus, onClose, children } = props;
  const focusInitially = (event: Event) => {
    rememberOpener();
    const field = initialFocus?.current;
    if (!field) return;
    event.preventDefault();
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
  };
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          data-part="overlay"
          className={overlayClassName ? `${dialog.overlay} ${overlayClassName}` : dialog.overlay}
        >
          <Radix.Content
            className={className ?? dialog.dialog}
            aria-describedby={undefined}
            onOpenAutoFocus={focusInitially}
            onCloseAutoFocus={focusOpener}
            onEscapeKeyDown={leaveEscapeToField}
          >
            <Radix.Title className={isTitleHidden ? 'visuallyHidden' : `${dialog.head} heading3`}>
              {title}
            </Radix.Title>
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

function rememberOpener(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused !== document.body) opener = focused;
}

/** Restores the focus if it would be lost, which Radix does only for its own triggers. */
function focusOpener(event: Event): void {
  event.preventDefault();
  if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
}

/** Lets a field with an open list close that first. */
function leaveEscapeToField(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-owns-escape]')) event.preventDefault();
}

/** The close button of a dialog. */
export function DialogClose({
  label,
  className = `${dialog.close} ${button.small}`,
}: {
  label: string;
  className?: string | undefined;
}) {
  return (
    <Radix.Close className={`${button.ghost} ${button.iconOnly} ${className}`} aria-label={label}>
      <X className="icon" aria-hidden="true" />
    </Radix.Close>
  );
}
