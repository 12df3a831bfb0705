import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { openLimitDialog } from '#web/billing/upgrade/upgrade-prompts.ts';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { closeOverlay, openOverlay, useOverlay } from '#web/ui/overlay/overlays.ts';
import type { AlertSubject } from './alert-fields.ts';
import { isAtLimit } from './is-at-limit.ts';
import { lazyAlertDialogs } from './lazy-dialogs.ts';

const overlayName = 'alert-form';

interface AlertDialogHandle {
  /** If the plan allows no more alerts, opens the limit dialog instead of an empty form. */
  readonly open: (subject: AlertSubject) => void;
  /** Starts loading the dialog, because the pointer is near. */
  readonly prepare: () => void;
  /** To be rendered anywhere on the page. */
  readonly dialog: ReactNode;
}

/** The dialog to create or edit an alert, loaded when first needed. */
export function useAlertDialog(): AlertDialogHandle {
  const [subject, setSubject] = useState<AlertSubject>({ coin: null, price: null });
  const leave = useReopening();
  const prepare = useCallback(() => void lazyAlertDialogs.load().catch(() => {}), []);
  const client = useQueryClient();
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const openForm = useCallback(
    (next: AlertSubject) => {
      prepare();
      setSubject(next);
      openOverlay(overlayName);
    },
    [prepare],
  );
  const open = useCallback(
    (next: AlertSubject) => {
      if ('alert' in next) return openForm(next);
      prepare();
      void isAtLimit(client).then((isReached) => {
        // The user may have left the page while waiting.
        if (!isMounted.current) return;
        if (isReached) openLimitDialog('alerts');
        else openForm(next);
      });
    },
    [client, openForm, prepare],
  );
  const dialog = (
    <LazyOverlay name={overlayName} module={lazyAlertDialogs}>
      {({ AlertDialog }, close) => <AlertDialog subject={subject} onLeave={leave} onClose={close} />}
    </LazyOverlay>
  );
  return { open, prepare, dialog };
}

/**
 * Returns a function to call before another dialog replaces this one. This one then reopens once the other is closed,
 * unless the page has changed.
 */
function useReopening(): () => void {
  const open = useOverlay();
  const left = useRef<string | null>(null);
  useEffect(() => {
    const pathname = left.current;
    if (open !== null || pathname === null) return;
    left.current = null;
    // A link in the other dialog closes it first and changes the page only then.
    const timer = setTimeout(() => location.pathname === pathname && openOverlay(overlayName));
    return () => clearTimeout(timer);
  }, [open]);
  useEffect(() => () => closeOverlay(overlayName), []);
  return useCallback(() => {
    left.current = location.pathname;
  }, []);
}
