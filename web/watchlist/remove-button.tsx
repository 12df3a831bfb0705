import X from 'lucide-react/icons/x';
import button from '#web/ui/styles/button.module.css';

/** Removes a coin from the watchlist. */
export function RemoveButton({ name, onRemove }: { name: string; onRemove(): void }) {
  return (
    <button
      type="button"
      className={`${button.ghost} ${button.iconOnly} ${button.small}`}
      aria-label={`Remove ${name} from watchlist`}
      onClick={onRemove}
    >
      <X className="icon" aria-hidden="true" />
    </button>
  );
}
