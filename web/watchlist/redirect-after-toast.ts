/**
 * Calls back after the delay (ms), unless Escape is pressed or the toast gets the focus: who reads it decides.
 * `onEscape` is told of the first. Returns how to stop it.
 */
export function redirectAfterToast(delay: number, redirect: () => void, onEscape?: () => void): () => void {
  const listening = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    listening.abort();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    stop();
    onEscape?.();
  };
  const timer = setTimeout(() => {
    stop();
    redirect();
  }, delay);
  const options = { signal: listening.signal, capture: true };
  document.addEventListener('keydown', onKey, options);
  document.addEventListener('focusin', (event) => isInToast(event.target) && stop(), options);
  return stop;
}

function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.toast, .toasts') !== null;
}
