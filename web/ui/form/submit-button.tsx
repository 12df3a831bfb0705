import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import button from '../styles/button.module.css';

interface SubmitButtonProps {
  label: string;
  /** Replaces `label` while busy. */
  busyLabel: string;
  isBusy: boolean;
  /** True while there is nothing to send. */
  isDisabled?: boolean;
  className?: string | undefined;
}

/**
 * Submits a form. Disabled until hydration, because the browser's own submission would put the typed text into the URL.
 */
export function SubmitButton({ label, busyLabel, isBusy, isDisabled, className }: SubmitButtonProps) {
  const isHydrated = useHydrated();
  return (
    <button
      type="submit"
      className={className ?? `${button.primary} ${button.block}`}
      disabled={!isHydrated || isDisabled}
      data-waiting={isHydrated ? undefined : ''}
      aria-disabled={isBusy || undefined}
    >
      {isBusy && <LoaderCircle className={`icon ${button.spinning}`} aria-hidden="true" />}
      {isBusy ? busyLabel : label}
    </button>
  );
}
