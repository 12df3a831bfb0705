import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import form from './form.module.css';

/** The error of a whole form, announced to screen readers as soon as it appears. */
export function FormError({ message }: { message: string | null | undefined }) {
  if (!message) return null;
  return (
    <p className={form.formError} role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      <span>{message}</span>
    </p>
  );
}
