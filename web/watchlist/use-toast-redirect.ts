import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { showToast, type ToastMessage } from '../ui/toast.ts';
import { redirectAfterToast } from './redirect-after-toast.ts';

export interface ToastRedirect {
  readonly toast: ToastMessage;
  readonly to: string;
  /** Milliseconds. */
  readonly delay: number;
  /** Told when Escape stopped it. */
  readonly onEscape?: () => void;
}

/** Shows a message and leads on to another page a little later. Escape, or going into the message, stops the second. */
export function useToastRedirect(): (redirect: ToastRedirect) => void {
  const navigate = useNavigate();
  const stop = useRef<() => void>(undefined);
  const go = useRef(navigate);
  go.current = navigate;
  useEffect(() => () => stop.current?.(), []);
  return useCallback(({ toast, to, delay, onEscape }) => {
    stop.current?.();
    showToast(toast);
    stop.current = redirectAfterToast(delay, () => void go.current(to), onEscape);
  }, []);
}
