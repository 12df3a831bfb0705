import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import button from '../styles/button.module.css';

interface SubmitButtonProps {
  /** What it does. */
  label: string;
  /** What it is doing, while it does. */
  busyLabel: string;
  isBusy: boolean;
  /** True where there is nothing to send yet. */
  isDisabled?: boolean;
  className?: string | undefined;
}

/**
 * Sends a form. Until the page has hydrated it is disabled: the browser's own way of sending would put what was typed
 * into the address.
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
