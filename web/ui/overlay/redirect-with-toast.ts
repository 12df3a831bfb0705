import type { Milliseconds } from '#contract/units.ts';
import { showToast, type ToastMessage } from './toast.ts';

interface ToastRedirect {
  readonly toast: ToastMessage;
  readonly to: string;
  readonly delay: Milliseconds;
  readonly navigate: (to: string) => void;
  /** Called when Escape cancels the redirect. */
  readonly onEscape?: () => void;
}

let stopLast: (() => void) | undefined;

/**
 * Shows a toast and redirects after `delay`. Escape, moving the focus into the toast, or leaving the page cancels the
 * redirect.
 */
export function redirectWithToast({ toast, to, delay, navigate, onEscape }: ToastRedirect): void {
  stopLast?.();
  showToast(toast);
  const { pathname } = location;
  const listening = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    listening.abort();
  };
  const timer = setTimeout(() => {
    stop();
    if (location.pathname === pathname) navigate(to);
  }, delay);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    stop();
    onEscape?.();
  };
  const options = { signal: listening.signal, capture: true };
  document.addEventListener('keydown', onKey, options);
  document.addEventListener('focusin', (event) => isInToast(event.target) && stop(), options);
  stopLast = stop;
}

function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toasts]') !== null;
}
