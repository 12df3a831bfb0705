import { readStored, storageKeys, writeStored } from '#web/lib/storage.ts';
import { hasOverlay, openOverlay, whenNoOverlay } from '#web/ui/overlay/overlays.ts';
import { decideLead } from './decide-lead.ts';

/** How long the popup waits after the visitor has stopped typing. */
const pauseMs = 3000;

/**
 * Opens the lead popup, once per browser. Waits until no other overlay is open and the visitor isn't typing. Never
 * opens it if `signal` aborts first because the visitor has left its page.
 */
export function openLeadPopup(signal: AbortSignal): void {
  const move = decideLead({
    hasLeft: signal.aborted,
    wasShown: wasOffered(),
    isOverlayOpen: hasOverlay(),
    isTyping: isField(document.activeElement),
  });
  if (move === 'wait until it closes') whenNoOverlay(() => openLeadPopup(signal), signal);
  if (move === 'wait until typing ends') waitForBlur(signal);
  if (move !== 'show') return;
  markOffered();
  openOverlay('lead');
}

/** Remembers that the popup need not be shown any more, because it was shown or the visitor is using another form. */
export function markOffered(): void {
  writeStored(() => localStorage, storageKeys.leadPopup, 'shown');
}

function wasOffered(): boolean {
  return readStored(() => localStorage, storageKeys.leadPopup) !== null;
}

function waitForBlur(signal: AbortSignal): void {
  const blurred = new AbortController();
  const look = ({ relatedTarget }: FocusEvent) => {
    if (isField(relatedTarget)) return;
    blurred.abort();
    // After leaving a field, visitors often press the button next to it.
    setTimeout(() => openLeadPopup(signal), pauseMs);
  };
  document.addEventListener('focusout', look, { signal: AbortSignal.any([signal, blurred.signal]) });
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}
