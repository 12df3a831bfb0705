import X from 'lucide-react/icons/x';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import button from '../styles/button.module.css';
import dialog from './dialog.module.css';

/** What had the focus before a dialog took it; where one dialog leads to the next, before the first. */
let opener: HTMLElement | null = null;

interface DialogProps {
  title: string;
  /** True where the dialog explains itself and the title is for screen readers only. */
  isTitleHidden?: boolean;
  /** Classes of the panel; a dialog without its own has the card's. */
  className?: string | undefined;
  overlayClassName?: string | undefined;
  /** Takes the focus in place of the first thing that can; a field keeps its text unselected, so that typing goes on. */
  initialFocus?: RefObject<HTMLInputElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** A modal panel over the page: traps focus, closes on Escape or a click beside it, and gives the focus back. */
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

/** Gives the focus back where it would be lost: Radix does so only for a trigger of its own. */
function focusOpener(event: Event): void {
  event.preventDefault();
  if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
}

/** A field with an open list of its own closes that first. */
function leaveEscapeToField(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-owns-escape]')) event.preventDefault();
}

/** The cross of a dialog. */
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
