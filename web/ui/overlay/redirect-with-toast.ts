import { showToast, type ToastMessage } from './toast.ts';

interface Lead {
  readonly toast: ToastMessage;
  readonly to: string;
  /** Milliseconds. */
  readonly delay: number;
  readonly navigate: (to: string) => void;
  /** Told when Escape stopped it. */
  readonly onEscape?: () => void;
}

let stopLast: (() => void) | undefined;

/**
 * Shows a message and leads on to another page a little later. Escape, or going into the message, stops the second; so
 * does leaving the page meanwhile.
 */
export function leadOn({ toast, to, delay, navigate, onEscape }: Lead): void {
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
