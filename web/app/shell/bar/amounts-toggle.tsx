import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { toggleHiddenAmounts, useAreAmountsHidden } from '#web/lib/hidden-amounts.ts';
import button from '#web/ui/styles/button.module.css';

/** Hides or shows the user's amounts on all pages. */
export function AmountsToggle({ className = '' }: { className?: string | undefined }) {
  const isHidden = useAreAmountsHidden();
  const Icon = isHidden ? EyeOff : Eye;
  return (
    <button
      className={`${button.ghost} ${button.iconOnly} ${className}`}
      type="button"
      aria-label="Hide amounts"
      aria-pressed={isHidden}
      title={isHidden ? 'Show amounts (H)' : 'Hide amounts (H)'}
      onClick={toggleHiddenAmounts}
    >
      <Icon className="icon" aria-hidden="true" />
    </button>
  );
}
