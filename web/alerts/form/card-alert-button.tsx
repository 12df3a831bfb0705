import BellPlus from 'lucide-react/icons/bell-plus';
import button from '#web/ui/styles/button.module.css';

interface CardAlertButtonProps {
  name: string;
  onPress: () => void;
  /** Called when the pointer is near, to start loading. */
  onNear: () => void;
}

/** Sets an alert for a coin from its card. */
export function CardAlertButton({ name, onPress, onNear }: CardAlertButtonProps) {
  return (
    <button
      type="button"
      className={`${button.ghost} ${button.iconOnly} ${button.small}`}
      aria-label={`Set alert on ${name}`}
      title={`Set alert on ${name}`}
      aria-haspopup="dialog"
      onPointerEnter={onNear}
      onClick={onPress}
    >
      <BellPlus className="icon" aria-hidden="true" />
    </button>
  );
}
