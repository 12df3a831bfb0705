import { BellPlus } from 'lucide-react';

interface CardAlertButtonProps {
  name: string;
  onPress: () => void;
  /** A pointer is on its way. */
  onNear: () => void;
}

/** Sets an alert on a coin from its card. */
export function CardAlertButton({ name, onPress, onNear }: CardAlertButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-icon btn-sm"
      aria-label={`Set alert on ${name}`}
      title={`Set alert on ${name}`}
      aria-haspopup="dialog"
      onPointerEnter={onNear}
      onClick={onPress}
    >
      <BellPlus className="i" aria-hidden="true" />
    </button>
  );
}
