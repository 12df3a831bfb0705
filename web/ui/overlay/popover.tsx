import { Popover as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useId, useMemo } from 'react';
import popover from './popover.module.css';

interface PopoverProps {
  title: string;
  /** The button it belongs to, which gets the focus when it closes. */
  anchor: HTMLElement;
  onClose: () => void;
  children: ReactNode;
}

/** A small panel next to the button that opened it. */
export function Popover({ title, anchor, onClose, children }: PopoverProps) {
  const titleId = useId();
  const virtualRef = useMemo(() => ({ current: anchor }), [anchor]);
  useEffect(() => watchPresses(onClose), [onClose]);
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Anchor virtualRef={virtualRef} />
      <Radix.Portal>
        <Radix.Content
          className={popover.popover}
          align="start"
          sideOffset={6}
          collisionPadding={16}
          aria-labelledby={titleId}
          onInteractOutside={(event) => {
            // The button toggles it, so closing it here as well would open it again.
            if (event.target instanceof Node && anchor.contains(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.focus({ preventScroll: true });
          }}
        >
          <p className="heading4" id={titleId}>
            {title}
          </p>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Keeps the press that closes the panel from opening a link below it, since whole rows are links. */
function watchPresses(onClose: () => void): () => void {
  const onPress = ({ target }: Event) => {
    if (target instanceof Element && target.closest('main a[href]')) replaceClick(onClose);
  };
  document.addEventListener('pointerdown', onPress, { capture: true });
  return () => document.removeEventListener('pointerdown', onPress, { capture: true });
}

/** Replaces the click that follows a press, if any. */
function replaceClick(act: () => void): void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const onClick = (event: Event) => {
    listening.abort();
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  addEventListener('click', onClick, options);
  addEventListener('pointerdown', () => listening.abort(), options);
}
