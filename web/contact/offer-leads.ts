import { readStored, storageKeys, writeStored } from '../lib/storage.ts';
import { openOverlay, whenNoOverlay } from '../ui/overlays.ts';

/**
 * Opens the lead popup, once in the life of a browser. It waits until no other overlay stands open and nobody is
 * typing, or for ever where `signal` says that its page was left.
 */
export function offerLeads(signal: AbortSignal): void {
  if (signal.aborted || wasOffered()) return;
  whenNoOverlay(() => {
    if (isField(document.activeElement)) return waitForBlur(signal);
    if (wasOffered()) return;
    markOffered();
    openOverlay('lead');
  }, signal);
}

/** Remembers that the popup need not be shown any more. */
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
    offerLeads(signal);
  };
  document.addEventListener('focusout', look, { signal: AbortSignal.any([signal, blurred.signal]) });
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}
