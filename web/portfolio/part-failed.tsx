import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { explainRefusal } from '#web/lib/errors.ts';
import button from '#web/ui/styles/button.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { useRetrySoon } from './retry-soon.ts';

interface PartFailedProps {
  /** What failed, as a heading. */
  title: string;
  /** Why it failed. Shown if it says what to do. */
  error?: unknown;
  onRetry: () => void;
}

/** Shown instead of a part of the page that could not be loaded. */
export function PartFailed({ title, error, onRetry }: PartFailedProps) {
  useRetrySoon(error, onRetry);
  return (
    <div className={pageState.state} role="alert">
      <TriangleAlert className="icon iconLarge" aria-hidden="true" />
      <h3 className="heading3">{title}</h3>
      <p>Your data is safe. {explainRefusal(error) ?? 'Please check your connection and try again.'}</p>
      <button type="button" className={button.secondary} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
