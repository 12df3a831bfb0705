import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import dialog from '#web/ui/overlay/dialog.module.css';
import button from '#web/ui/styles/button.module.css';

/** The foot of a dialog about plans: buttons to dismiss it or to see the plans. */
export function UpgradeFoot({ onClose }: { onClose: () => void }) {
  return (
    <div className={dialog.foot}>
      <button type="button" className={button.secondary} onClick={onClose}>
        Cancel
      </button>
      <Link className={button.primary} to={paths.pricing} onClick={onClose}>
        Upgrade Now
      </Link>
    </div>
  );
}
