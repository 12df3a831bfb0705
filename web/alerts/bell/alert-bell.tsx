import { useQuery, useQueryClient } from '@tanstack/react-query';
import Bell from 'lucide-react/icons/bell';
import { useEffect } from 'react';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { closeOverlay, openOverlay, useOverlay } from '#web/ui/overlay/overlays.ts';
import button from '#web/ui/styles/button.module.css';
import { unseenQuery } from '../queries.ts';
import styles from './bell.module.css';
import { followFirings } from './follow-firings.ts';

const overlayName = 'alert-bell';
const popover = lazyModule(() => import('./bell-popover.tsx'));
/** Above this the count reads `99+`. */
const maxShown = 99;

/** The top bar's bell for signed-in users: the number of unseen firings, and a list of the latest. */
export function AlertBell() {
  const client = useQueryClient();
  const { data } = useQuery(unseenQuery());
  const isOpen = useOverlay()?.name === overlayName;
  const count = data?.count ?? 0;
  useEffect(() => followFirings(client), [client]);
  return (
    <>
      <button
        id={overlayName}
        type="button"
        className={`${button.ghost} ${button.iconOnly} ${styles.bell}`}
        aria-label={count > 0 ? `Alerts, ${count} not seen` : 'Alerts'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void popover.load().catch(() => {})}
        onClick={() => (isOpen ? closeOverlay(overlayName) : openOverlay(overlayName))}
      >
        <Bell className="icon" aria-hidden="true" />
        {count > 0 && (
          <span className={`${styles.count} figures`} aria-hidden="true">
            {count > maxShown ? `${maxShown}+` : count}
          </span>
        )}
      </button>
      <LazyOverlay name={overlayName} module={popover}>
        {({ BellPopover }, close) => <BellPopover buttonId={overlayName} onClose={close} />}
      </LazyOverlay>
    </>
  );
}
