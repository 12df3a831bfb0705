import { readStored, storageKeys, writeStored } from '#web/lib/storage.ts';
import { hasOverlay, openOverlay, whenNoOverlay } from '#web/ui/overlay/overlays.ts';
import { decideLead } from './decide-lead.ts';

/** How long after the typing the popup waits. */
const calmMs = 3000;

/**
 * Opens the lead popup, once in the life of a browser. It waits until no other overlay stands open and nobody is
 * typing, or for ever where `signal` says that its page was left.
 */
export function offerLeads(signal: AbortSignal): void {
  const move = decideLead({
    isLeft: signal.aborted,
    wasShown: wasOffered(),
    isOverlayOpen: hasOverlay(),
    isTyping: isField(document.activeElement),
  });
  if (move === 'wait for the overlay') whenNoOverlay(() => offerLeads(signal), signal);
  if (move === 'wait for the typing') waitForBlur(signal);
  if (move !== 'show') return;
  markOffered();
  openOverlay('lead');
}

/** Remembers that the popup need not be shown any more: it was, or an address is being left without it. */
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
    // After leaving a field, visitors often press the button beside it.
    setTimeout(() => offerLeads(signal), calmMs);
  };
  document.addEventListener('focusout', look, { signal: AbortSignal.any([signal, blurred.signal]) });
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}
