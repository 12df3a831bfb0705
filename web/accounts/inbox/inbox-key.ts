import { useEffect } from 'react';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { readStored, storageKeys, writeStored } from '#web/lib/storage.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';

const tab = () => sessionStorage;

/**
 * The key of the local inbox: undefined before hydration, null if there is none. It is read from the fragment of the
 * link that the server prints, kept for this tab, and removed from the address bar and the history.
 */
export function useInboxKey(): string | null | undefined {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const given = hash.replace(/^#/, '');
  useEffect(() => {
    if (given === '') return;
    writeStored(tab, storageKeys.inboxKey, given);
    // Without storage, the key stays in the URL.
    if (readStored(tab, storageKeys.inboxKey) === given) navigate(pathname, { replace: true });
  }, [given, pathname, navigate]);
  if (!isHydrated) return undefined;
  return given || readStored(tab, storageKeys.inboxKey);
}
