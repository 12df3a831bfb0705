import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { showToast } from '../ui/toast.ts';

const redirectAfter = 1500;

/**
 * What a visitor's press on a star does: it says what an account is for, then leads to the sign-up page. Escape,
 * or going into the message, stops the second.
 */
export function useSignUpPrompt(): () => void {
  const navigate = useNavigate();
  const stop = useRef<() => void>(undefined);
  const go = useRef(navigate);
  go.current = navigate;
  useEffect(() => () => stop.current?.(), []);
  return useCallback(() => {
    stop.current?.();
    showToast({
      title: 'Sign In Required',
      description: 'Create a free account to track cryptocurrencies in your watchlist',
    });
    stop.current = redirectUnlessStopped(() => void go.current(paths.signUp));
  }, []);
}

/** Calls back after the delay, unless Escape is pressed or the toast gets the focus. Returns how to stop it. */
function redirectUnlessStopped(redirect: () => void): () => void {
  const listening = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    listening.abort();
  };
  const timer = setTimeout(() => {
    stop();
    redirect();
  }, redirectAfter);
  const options = { signal: listening.signal, capture: true };
  document.addEventListener('keydown', (event) => event.key === 'Escape' && stop(), options);
  document.addEventListener('focusin', (event) => isInToast(event.target) && stop(), options);
  return stop;
}

function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.toast, .toasts') !== null;
}
