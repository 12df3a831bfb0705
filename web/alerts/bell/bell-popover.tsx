import { useQuery } from '@tanstack/react-query';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { Popover } from '#web/ui/overlay/popover.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import buttonStyles from '#web/ui/styles/button.module.css';
import { MarkSeenButton } from '../list/alert-history.tsx';
import { firingsQuery } from '../queries.ts';
import styles from './bell.module.css';
import { FiringRow } from './firing-row.tsx';

/** Maximum number of firings listed. */
const maxListed = 4;

interface BellPopoverProps {
  /** Id of the button it opens from. */
  buttonId: string;
  onClose: () => void;
}

/** The last firings, below the bell. */
export function BellPopover({ buttonId, onClose }: BellPopoverProps) {
  const { data, isError } = useQuery(firingsQuery());
  const firings = data?.firings;
  const button = document.getElementById(buttonId);
  if (!button) return null;
  return (
    <Popover title="Alerts" anchor={button} onClose={onClose}>
      <div className={styles.list}>
        {firings?.slice(0, maxListed).map((firing) => (
          <FiringRow key={firing.id} firing={firing} />
        ))}
      </div>
      {firings?.length === 0 && <p className="small muted">No alert has triggered yet.</p>}
      {!firings && !isError && (
        <span className={`${skeleton.skeleton} ${styles.skeleton}`} role="status" aria-label="Loading" />
      )}
      {!firings && isError && (
        <p className="small" role="alert">
          Triggered alerts could not be loaded.
        </p>
      )}
      <div className={styles.foot}>
        <MarkSeenButton newest={firings?.[0]?.number} />
        <Link
          className={`${buttonStyles.secondary} ${buttonStyles.small}`}
          to={paths.alerts}
          onClick={onClose}
        >
          All alerts
        </Link>
      </div>
    </Popover>
  );
}
