import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';

/** The end of a dialog about plans: away from it, or on to them. */
export function UpgradeFoot({ onClose }: { onClose: () => void }) {
  return (
    <div className="dialog-f">
      <button type="button" className="btn btn-secondary" onClick={onClose}>
        Cancel
      </button>
      <Link className="btn btn-primary" to={paths.pricing} onClick={onClose}>
        Upgrade Now
      </Link>
    </div>
  );
}
