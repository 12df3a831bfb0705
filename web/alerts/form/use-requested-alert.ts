import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useLocation } from '#web/lib/router/page-location.ts';

/** Router state that tells a page to open the alert form. */
export const requestsAlertForm = { opens: 'alert-form' } as const;

/** Opens the alert form if the navigation to this page requested it. Only once: not again on reload or Back. */
export function useRequestedAlert(isReady: boolean, open: () => void): void {
  const { state, pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const isRequested = (state as Partial<typeof requestsAlertForm> | null)?.opens === requestsAlertForm.opens;
  const act = useEffectEvent(() => {
    navigate(pathname + search, { replace: true, state: null });
    open();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: if requested again on the same page, only the key is new
  useEffect(() => {
    if (isReady && isRequested) act();
  }, [isReady, isRequested, key]);
}
